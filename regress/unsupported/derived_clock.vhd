-- A divided clock: clk2 is made by a register and clocks another one.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity derived_clock is
    generic (
        DIVIDE : positive := 4;
        WIDTH  : positive := 8
    );
    port (
        clk : in  std_logic;
        d   : in  std_logic_vector(WIDTH - 1 downto 0);
        q   : out std_logic_vector(WIDTH - 1 downto 0)
    );
end entity derived_clock;

architecture rtl of derived_clock is
    signal count : natural range 0 to DIVIDE - 1 := 0;
    signal clk2  : std_logic := '0';
begin

    divide_p : process (clk)
    begin
        if rising_edge(clk) then
            if count = DIVIDE - 1 then
                count <= 0;
                clk2  <= not clk2;
            else
                count <= count + 1;
            end if;
        end if;
    end process divide_p;

    slow : process (clk2)
    begin
        if rising_edge(clk2) then
            q <= d;
        end if;
    end process slow;

end architecture rtl;
