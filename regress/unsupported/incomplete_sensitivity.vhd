-- The combinational process reads sel, which is not in its list.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity incomplete_sensitivity is
    generic (
        WIDTH : positive := 8
    );
    port (
        a, b : in  std_logic_vector(WIDTH - 1 downto 0);
        sel  : in  std_logic;
        y    : out std_logic_vector(WIDTH - 1 downto 0)
    );
end entity incomplete_sensitivity;

architecture rtl of incomplete_sensitivity is
begin

    mux : process (a, b)
    begin
        if sel = '1' then
            y <= a;
        else
            y <= b;
        end if;
    end process mux;

end architecture rtl;
