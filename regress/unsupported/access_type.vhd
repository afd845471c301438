-- A list on the heap: no hardware.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity access_type is
    generic (
        WIDTH : positive := 8
    );
    port (
        clk  : in  std_logic;
        push : in  std_logic;
        d    : in  std_logic_vector(WIDTH - 1 downto 0);
        q    : out std_logic_vector(WIDTH - 1 downto 0)
    );
end entity access_type;

architecture model of access_type is
    type word_ptr is access std_logic_vector(WIDTH - 1 downto 0);
begin

    process (clk)
        variable p : word_ptr;
    begin
        if rising_edge(clk) then
            if push = '1' then
                deallocate(p);
                p := new std_logic_vector'(d);
            end if;
            if p /= null then
                q <= p.all;
            end if;
        end if;
    end process;

end architecture model;
