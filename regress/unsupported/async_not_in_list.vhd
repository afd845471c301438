-- The asynchronous reset is tested before the edge, but not in the list.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity async_not_in_list is
    generic (
        LIMIT : positive := 10
    );
    port (
        clk   : in  std_logic;
        rst   : in  std_logic;
        count : out natural range 0 to LIMIT
    );
end entity async_not_in_list;

architecture rtl of async_not_in_list is
    signal value : natural range 0 to LIMIT := 0;
begin

    process (clk)
    begin
        if rst = '1' then
            value <= 0;
        elsif rising_edge(clk) then
            if value < LIMIT then
                value <= value + 1;
            end if;
        end if;
    end process;

    count <= value;

end architecture rtl;
