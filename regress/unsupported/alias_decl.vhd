-- Fields of a word named by aliases.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity alias_decl is
    generic (
        WIDTH : integer range 4 to 64 := 16
    );
    port (
        clk    : in  std_logic;
        word   : in  std_logic_vector(WIDTH - 1 downto 0);
        opcode : out std_logic_vector(2 downto 0);
        sign   : out std_logic
    );
end entity alias_decl;

architecture rtl of alias_decl is
    signal reg : std_logic_vector(WIDTH - 1 downto 0) := (others => '0');
    alias op_field   : std_logic_vector(2 downto 0) is reg(2 downto 0);
    alias sign_field : std_logic is reg(WIDTH - 1);
begin

    process (clk)
    begin
        if rising_edge(clk) then
            reg <= word;
        end if;
    end process;

    opcode <= op_field;
    sign   <= sign_field;

end architecture rtl;
