-- A counter that also shows its registered Gray code.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.gray_pkg.all;

entity gray_counter is
    generic (
        WIDTH : positive := 4
    );
    port (
        clk    : in  std_logic;
        rst    : in  std_logic;
        en     : in  std_logic;
        binary : out std_logic_vector(WIDTH - 1 downto 0);
        gray   : out std_logic_vector(WIDTH - 1 downto 0)
    );
end entity gray_counter;

architecture rtl of gray_counter is
    signal value : unsigned(WIDTH - 1 downto 0);
begin

    process (clk, rst)
        variable following : unsigned(WIDTH - 1 downto 0);
    begin
        if rst = '1' then
            value <= (others => '0');
            gray  <= (others => '0');
        elsif rising_edge(clk) then
            if en = '1' then
                following := value + 1;
                value <= following;
                gray  <= to_gray(following);
            end if;
        end if;
    end process;

    binary <= std_logic_vector(value);

end architecture rtl;
