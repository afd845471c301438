-- The counter of "Verifying Parametrised Hardware Designs Via Counter
-- Automata" (HVC 2007), section 6: a basic element of the register transfer
-- level.  The property of the paper is that no overflow is possible.
--
-- It counts from 0 to LIMIT and stays there until it is cleared.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity paper_counter is
    generic (
        WIDTH : positive := 4;
        LIMIT : natural  := 9
    );
    port (
        clk   : in  std_logic;
        reset : in  std_logic;
        clear : in  std_logic;
        en    : in  std_logic;
        up    : in  std_logic;
        cnt   : out unsigned(WIDTH - 1 downto 0);
        ovf   : out std_logic
    );
end entity paper_counter;

architecture behav of paper_counter is

    signal value : unsigned(WIDTH - 1 downto 0);
    signal at_limit, at_zero : std_logic;

begin

    -- the limit must be representable
    assert LIMIT < 2 ** WIDTH
        report "paper_counter: LIMIT needs more bits" severity failure;

    at_limit <= '1' when value = LIMIT else '0';
    at_zero  <= '1' when value = 0 else '0';

    count : process (clk, reset)
    begin
        if reset = '1' then
            value <= (others => '0');
        elsif clk'event and clk = '1' then
            if clear = '1' then
                value <= (others => '0');
            elsif en = '1' then
                if up = '1' then
                    if at_limit = '0' then
                        value <= value + 1;
                    end if;
                else
                    if at_zero = '0' then
                        value <= value - 1;
                    end if;
                end if;
            end if;
        end if;
    end process count;

    cnt <= value;
    ovf <= '1' when value > LIMIT else '0';

    -- the error condition of the paper
    assert not (value > LIMIT) report "overflow" severity error;

end architecture behav;
