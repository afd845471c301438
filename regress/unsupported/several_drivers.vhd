-- Two processes drive the same register.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity several_drivers is
    generic (
        WIDTH : positive := 4
    );
    port (
        clk  : in  std_logic;
        set  : in  std_logic;
        clr  : in  std_logic;
        flag : out std_logic;
        sum  : out unsigned(WIDTH - 1 downto 0)
    );
end entity several_drivers;

architecture rtl of several_drivers is
    signal f : std_logic := '0';
    signal s : unsigned(WIDTH - 1 downto 0) := (others => '0');
begin

    setter : process (clk)
    begin
        if rising_edge(clk) then
            if set = '1' then
                f <= '1';
                s <= s + 1;
            end if;
        end if;
    end process setter;

    clearer : process (clk)
    begin
        if rising_edge(clk) then
            if clr = '1' then
                f <= '0';
            end if;
        end if;
    end process clearer;

    flag <= f;
    sum  <= s;

end architecture rtl;
