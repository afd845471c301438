-- A gated clock instead of a clock enable.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity gated_clock is
    generic (
        WIDTH : positive := 8
    );
    port (
        clk    : in  std_logic;
        enable : in  std_logic;
        count  : out unsigned(WIDTH - 1 downto 0)
    );
end entity gated_clock;

architecture rtl of gated_clock is
    signal gclk  : std_logic;
    signal value : unsigned(WIDTH - 1 downto 0) := (others => '0');
begin

    gclk <= clk and enable;

    process (gclk)
    begin
        if gclk'event and gclk = '1' then
            value <= value + 1;
        end if;
    end process;

    count <= value;

end architecture rtl;
