-- Arithmetic of the Synopsys packages (analyses with -fsynopsys).

library ieee;
use ieee.std_logic_1164.all;
use ieee.std_logic_arith.all;
use ieee.std_logic_unsigned.all;

entity synopsys_arith is
    generic (
        WIDTH : positive := 8
    );
    port (
        clk   : in  std_logic;
        load  : in  std_logic;
        d     : in  std_logic_vector(WIDTH - 1 downto 0);
        q     : out std_logic_vector(WIDTH - 1 downto 0);
        small : out std_logic
    );
end entity synopsys_arith;

architecture rtl of synopsys_arith is
    signal r : std_logic_vector(WIDTH - 1 downto 0) := (others => '0');
begin

    process (clk)
    begin
        if rising_edge(clk) then
            if load = '1' then
                r <= d;
            else
                r <= r + 1;
            end if;
        end if;
    end process;

    q     <= r;
    small <= '1' when conv_integer(r) < 10 else '0';

end architecture rtl;
