-- A two-dimensional array.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity matrix_2d is
    generic (
        ROWS : positive := 3;
        COLS : positive := 4
    );
    port (
        clk : in  std_logic;
        r   : in  natural range 0 to ROWS - 1;
        c   : in  natural range 0 to COLS - 1;
        we  : in  std_logic;
        d   : in  std_logic;
        q   : out std_logic
    );
end entity matrix_2d;

architecture rtl of matrix_2d is
    type matrix_t is array (0 to ROWS - 1, 0 to COLS - 1) of std_logic;
    signal m : matrix_t := (others => (others => '0'));
begin

    process (clk)
    begin
        if rising_edge(clk) then
            if we = '1' then
                m(r, c) <= d;
            end if;
            q <= m(r, c);
        end if;
    end process;

end architecture rtl;
