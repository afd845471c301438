-- A physical type of its own, as a signal.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity physical_type is
    generic (
        STEPS : positive := 10
    );
    port (
        clk  : in  std_logic;
        over : out std_logic
    );
end entity physical_type;

architecture rtl of physical_type is

    type resistance is range 0 to 1_000_000
        units
            ohm;
            kohm = 1000 ohm;
        end units;

    signal r : resistance := 0 ohm;

begin

    process (clk)
    begin
        if rising_edge(clk) then
            if r < STEPS * 1 kohm then
                r <= r + 100 ohm;
            else
                r <= 0 ohm;
            end if;
        end if;
    end process;

    over <= '1' when r >= 5 kohm else '0';

end architecture rtl;
