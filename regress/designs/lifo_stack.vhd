-- LIFO with a registered top of stack, for an expression evaluator.
--
-- push and pop in the same cycle replace the top.  Errors do not change the
-- contents; they are reported for one cycle.
--
-- history: 2009-03 first version
--          2011-10 replace added (push and pop together)

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity lifo_stack is
    generic (
        STACK_DEPTH : integer := 16;
        DATA_WIDTH  : integer := 8
    );
    port (
        clk_i   : in  std_logic;
        rst_i   : in  std_logic;
        ena_i   : in  std_logic := '1';
        push_i  : in  std_logic;
        pop_i   : in  std_logic;
        data_i  : in  std_logic_vector(DATA_WIDTH-1 downto 0);
        top_o   : out std_logic_vector(DATA_WIDTH-1 downto 0);
        full_o  : out std_logic;
        empty_o : out std_logic;
        error_o : out std_logic
    );
end lifo_stack;

architecture behaviour of lifo_stack is

    type stack_t is array (STACK_DEPTH-1 downto 0) of
        std_logic_vector(DATA_WIDTH-1 downto 0);

    -- sp points to the first free place, so sp = STACK_DEPTH is "full"
    signal stack : stack_t;
    signal sp    : integer range 0 to STACK_DEPTH;
    signal top   : std_logic_vector(DATA_WIDTH-1 downto 0);

    signal op : std_logic_vector(1 downto 0);

begin

    assert STACK_DEPTH >= 1 and DATA_WIDTH >= 1
        report "lifo_stack: illegal generics" severity failure;

    op <= push_i & pop_i;

    process (clk_i, rst_i)
    begin
        if rst_i = '1' then
            sp      <= 0;
            top     <= (others => '0');
            error_o <= '0';
        elsif rising_edge(clk_i) then
            error_o <= '0';
            if ena_i = '1' then
                case op is
                    when "10" =>
                        if sp = STACK_DEPTH then
                            error_o <= '1';
                        else
                            stack(sp) <= data_i;
                            top       <= data_i;
                            sp        <= sp + 1;
                        end if;
                    when "01" =>
                        if sp = 0 then
                            error_o <= '1';
                        else
                            sp <= sp - 1;
                            -- the word below becomes visible
                            if sp >= 2 then
                                top <= stack(sp-2);
                            else
                                top <= (others => '0');
                            end if;
                        end if;
                    when "11" =>
                        if sp = 0 then
                            error_o <= '1';
                        else
                            stack(sp-1) <= data_i;
                            top         <= data_i;
                        end if;
                    when others =>
                        null;
                end case;
            end if;
        end if;
    end process;

    top_o   <= top;
    full_o  <= '1' when sp = STACK_DEPTH else '0';
    empty_o <= '1' when sp = 0 else '0';

end behaviour;
