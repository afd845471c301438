-- An implicit state machine: several waits in one process.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity multiple_waits is
    generic (
        WIDTH : positive := 8
    );
    port (
        clk  : in  std_logic;
        d    : in  std_logic_vector(WIDTH - 1 downto 0);
        q    : out std_logic_vector(2 * WIDTH - 1 downto 0)
    );
end entity multiple_waits;

architecture rtl of multiple_waits is
begin

    process
        variable low : std_logic_vector(WIDTH - 1 downto 0);
    begin
        wait until rising_edge(clk);
        low := d;
        wait until rising_edge(clk);
        q <= d & low;
    end process;

end architecture rtl;
