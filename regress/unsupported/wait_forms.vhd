-- Processes that wait for something else than an edge.

library ieee;
use ieee.std_logic_1164.all;

entity wait_forms is
    generic (
        WIDTH : positive := 4
    );
    port (
        clk  : in  std_logic;
        stop : in  std_logic;
        d    : in  std_logic_vector(WIDTH - 1 downto 0);
        q    : out std_logic_vector(WIDTH - 1 downto 0);
        r    : out std_logic_vector(WIDTH - 1 downto 0);
        s    : out std_logic_vector(WIDTH - 1 downto 0);
        t    : out std_logic_vector(WIDTH - 1 downto 0)
    );
end entity wait_forms;

architecture rtl of wait_forms is
begin

    -- either of two events
    process
    begin
        wait until rising_edge(clk) or stop = '1';
        q <= d;
    end process;

    -- looked at when d changes only
    process
    begin
        wait on d until rising_edge(clk);
        r <= d;
    end process;

    -- assigns before it waits: an initial value, as it were
    trailing :
    process
    begin
        s <= d;
        wait until rising_edge(clk);
    end process;

    -- an edge by its level: this one is fine
    process
    begin
        wait until clk = '1';
        t <= d;
    end process;

end architecture rtl;
