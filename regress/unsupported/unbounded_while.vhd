-- A while loop whose number of iterations depends on data only.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity unbounded_while is
    generic (
        WIDTH : positive := 8
    );
    port (
        clk   : in  std_logic;
        x     : in  unsigned(WIDTH - 1 downto 0);
        steps : out natural
    );
end entity unbounded_while;

architecture model of unbounded_while is
begin

    -- Collatz
    process (clk)
        variable n : natural;
        variable c : natural;
    begin
        if rising_edge(clk) then
            n := to_integer(x) + 1;
            c := 0;
            while n /= 1 loop
                if n mod 2 = 0 then
                    n := n / 2;
                else
                    n := 3 * n + 1;
                end if;
                c := c + 1;
            end loop;
            steps <= c;
        end if;
    end process;

end architecture model;
