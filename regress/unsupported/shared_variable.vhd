-- True dual-port memory by a shared variable (analyses with -frelaxed).

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity shared_variable is
    generic (
        ABITS : positive := 4;
        DBITS : positive := 8
    );
    port (
        clka, clkb     : in  std_logic;
        wea, web       : in  std_logic;
        addra, addrb   : in  unsigned(ABITS - 1 downto 0);
        dia, dib       : in  std_logic_vector(DBITS - 1 downto 0);
        doa, dob       : out std_logic_vector(DBITS - 1 downto 0)
    );
end entity shared_variable;

architecture rtl of shared_variable is
    type ram_t is array (0 to 2**ABITS - 1) of
        std_logic_vector(DBITS - 1 downto 0);
    shared variable ram : ram_t := (others => (others => '0'));
begin

    a : process (clka)
    begin
        if rising_edge(clka) then
            doa <= ram(to_integer(addra));
            if wea = '1' then
                ram(to_integer(addra)) := dia;
            end if;
        end if;
    end process a;

    b : process (clkb)
    begin
        if rising_edge(clkb) then
            dob <= ram(to_integer(addrb));
            if web = '1' then
                ram(to_integer(addrb)) := dib;
            end if;
        end if;
    end process b;

end architecture rtl;
