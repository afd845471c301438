-- The synchronous LIFO of "Verifying Parametrised Hardware Designs Via
-- Counter Automata" (HVC 2007), section 6: a stack with the operations push
-- and pop, generic in the number of items.  The property of the paper is
-- that full and empty are correct for any DEPTH.
--
-- full and empty are registers of their own, set ahead by the operation that
-- leads to them, so that their correctness is a matter of reachability.

library ieee;
use ieee.std_logic_1164.all;

entity paper_lifo is
    generic (
        DEPTH      : positive := 8;
        DATA_WIDTH : positive := 8
    );
    port (
        clk      : in  std_logic;
        reset    : in  std_logic;
        push     : in  std_logic;
        pop      : in  std_logic;
        data_in  : in  std_logic_vector(DATA_WIDTH - 1 downto 0);
        data_out : out std_logic_vector(DATA_WIDTH - 1 downto 0);
        full     : out std_logic;
        empty    : out std_logic
    );
end entity paper_lifo;

architecture behav of paper_lifo is

    type items_t is array (0 to DEPTH - 1) of
        std_logic_vector(DATA_WIDTH - 1 downto 0);

    signal items   : items_t;
    signal sp      : integer range 0 to DEPTH := 0;
    signal full_r  : std_logic := '0';
    signal empty_r : std_logic := '1';
    signal do_push : std_logic;
    signal do_pop  : std_logic;

begin

    -- push wins over a simultaneous pop
    do_push <= push and not full_r;
    do_pop  <= pop and not push and not empty_r;

    pointer : process (clk, reset)
    begin
        if reset = '1' then
            sp      <= 0;
            full_r  <= '0';
            empty_r <= '1';
        elsif clk'event and clk = '1' then
            if do_push = '1' then
                sp      <= sp + 1;
                empty_r <= '0';
                if sp = DEPTH - 1 then
                    full_r <= '1';
                end if;
            elsif do_pop = '1' then
                sp     <= sp - 1;
                full_r <= '0';
                if sp = 1 then
                    empty_r <= '1';
                end if;
            end if;
        end if;
    end process pointer;

    memory : process (clk)
    begin
        if clk'event and clk = '1' then
            if do_push = '1' then
                items(sp) <= data_in;
            end if;
            if do_pop = '1' then
                data_out <= items(sp - 1);
            end if;
        end if;
    end process memory;

    full  <= full_r;
    empty <= empty_r;

    -- the error condition of the paper
    status : assert (full_r = '1') = (sp = DEPTH)
                and (empty_r = '1') = (sp = 0)
        report "full or empty is wrong" severity error;

end architecture behav;
