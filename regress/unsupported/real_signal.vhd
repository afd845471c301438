-- A low-pass filter on a real signal.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity real_signal is
    generic (
        ALPHA : real := 0.25
    );
    port (
        clk  : in  std_logic;
        x    : in  signed(7 downto 0);
        high : out std_logic
    );
end entity real_signal;

architecture model of real_signal is
    signal y : real := 0.0;
begin

    process (clk)
    begin
        if rising_edge(clk) then
            y <= y + ALPHA * (real(to_integer(x)) - y);
        end if;
    end process;

    high <= '1' when y > 10.0 else '0';

end architecture model;
