-- tick_percent: a divider whose position is shown in hundredths.
--
-- Whoever wrote it thought of ratios up to 100: a longer period runs out of
-- the position's range, a hundred cycles after reset.

library ieee;
use ieee.std_logic_1164.all;

entity tick_percent is
    generic (
        PERIOD : positive := 50
    );
    port (
        clk      : in  std_logic;
        rst      : in  std_logic;
        enable   : in  std_logic;
        tick     : out std_logic;
        position : out natural range 0 to 99
    );
end entity tick_percent;

architecture rtl of tick_percent is

    signal place : natural range 0 to 99 := 0;

begin

    process (clk) is
    begin
        if rising_edge(clk) then
            tick <= '0';
            if rst = '1' then
                place <= 0;
            elsif enable = '1' then
                if place = PERIOD - 1 then
                    place <= 0;
                    tick  <= '1';
                else
                    place <= place + 1;
                end if;
            end if;
        end if;
    end process;

    position <= place;

end architecture rtl;
