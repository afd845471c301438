-- Concurrent statements in a block with local signals.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity block_statement is
    generic (
        LIMIT : positive := 9
    );
    port (
        clk  : in  std_logic;
        tick : out std_logic
    );
end entity block_statement;

architecture rtl of block_statement is
begin

    prescaler : block
        signal count : natural range 0 to LIMIT := 0;
    begin
        process (clk)
        begin
            if rising_edge(clk) then
                if count = LIMIT then
                    count <= 0;
                else
                    count <= count + 1;
                end if;
            end if;
        end process;

        tick <= '1' when count = LIMIT else '0';
    end block prescaler;

end architecture rtl;
