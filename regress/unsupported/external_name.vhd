-- Looks into an instance by an external name.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity external_name_leaf is
    port (
        clk : in  std_logic;
        q   : out std_logic
    );
end entity external_name_leaf;

architecture rtl of external_name_leaf is
    signal hidden : std_logic := '0';
begin
    hidden <= not hidden when rising_edge(clk);
    q      <= hidden;
end architecture rtl;

library ieee;
use ieee.std_logic_1164.all;

entity external_name is
    generic (
        WIDTH : positive := 2
    );
    port (
        clk  : in  std_logic;
        seen : out std_logic_vector(WIDTH - 1 downto 0)
    );
end entity external_name;

architecture rtl of external_name is
    signal q : std_logic;
begin

    leaf : entity work.external_name_leaf
        port map (clk => clk, q => q);

    process (clk)
    begin
        if rising_edge(clk) then
            seen <= (others => << signal leaf.hidden : std_logic >>);
        end if;
    end process;

end architecture rtl;
