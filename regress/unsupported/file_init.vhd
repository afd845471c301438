-- A memory whose contents come from a file.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;

entity file_init is
    generic (
        ABITS : positive := 4;
        NAME  : string   := "rom.txt"
    );
    port (
        clk  : in  std_logic;
        addr : in  unsigned(ABITS - 1 downto 0);
        q    : out bit_vector(7 downto 0)
    );
end entity file_init;

architecture rtl of file_init is

    type rom_t is array (0 to 2**ABITS - 1) of bit_vector(7 downto 0);

    impure function contents (file_name : string) return rom_t is
        file f     : text open read_mode is file_name;
        variable l : line;
        variable r : rom_t := (others => (others => '0'));
    begin
        for i in r'range loop
            exit when endfile(f);
            readline(f, l);
            read(l, r(i));
        end loop;
        return r;
    end function contents;

    constant ROM : rom_t := contents(NAME);

begin

    process (clk)
    begin
        if rising_edge(clk) then
            q <= ROM(to_integer(addr));
        end if;
    end process;

end architecture rtl;
