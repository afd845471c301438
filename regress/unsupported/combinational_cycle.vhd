-- a depends on b, b on a.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity combinational_cycle is
    generic (
        WIDTH : positive := 4
    );
    port (
        x    : in  std_logic_vector(WIDTH - 1 downto 0);
        sel  : in  std_logic;
        y    : out std_logic_vector(WIDTH - 1 downto 0)
    );
end entity combinational_cycle;

architecture rtl of combinational_cycle is
    signal a, b, c : std_logic_vector(WIDTH - 1 downto 0);
begin

    a <= x when sel = '1' else c;
    b <= not a;
    c <= b or x;
    y <= b;

end architecture rtl;
