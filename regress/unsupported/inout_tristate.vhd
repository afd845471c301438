-- A bidirectional pin with high impedance.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity inout_tristate is
    generic (
        WIDTH : positive := 8
    );
    port (
        clk  : in    std_logic;
        oe   : in    std_logic;
        d    : in    std_logic_vector(WIDTH - 1 downto 0);
        q    : out   std_logic_vector(WIDTH - 1 downto 0);
        pins : inout std_logic_vector(WIDTH - 1 downto 0)
    );
end entity inout_tristate;

architecture rtl of inout_tristate is
begin

    pins <= d when oe = '1' else (others => 'Z');

    process (clk)
    begin
        if rising_edge(clk) then
            q <= pins;
        end if;
    end process;

end architecture rtl;
