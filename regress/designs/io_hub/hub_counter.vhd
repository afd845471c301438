-- Loadable counter with wrap-around at a limit; leaf of the hub.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity hub_counter is
    generic (
        BITS : positive := 8;
        STEP : positive := 1
    );
    port (
        clk   : in  std_logic;
        rst_n : in  std_logic;
        en    : in  std_logic := '1';
        load  : in  std_logic := '0';
        d     : in  unsigned(BITS - 1 downto 0) := (others => '0');
        q     : out unsigned(BITS - 1 downto 0);
        carry : out std_logic
    );
end entity hub_counter;

architecture rtl of hub_counter is
    signal value : unsigned(BITS - 1 downto 0);
    signal sum   : unsigned(BITS downto 0);
begin

    sum <= ('0' & value) + STEP;

    process (clk, rst_n)
    begin
        if rst_n = '0' then
            value <= (others => '0');
        elsif rising_edge(clk) then
            if load = '1' then
                value <= d;
            elsif en = '1' then
                value <= sum(BITS - 1 downto 0);
            end if;
        end if;
    end process;

    q     <= value;
    carry <= sum(BITS) and en;

end architecture rtl;
