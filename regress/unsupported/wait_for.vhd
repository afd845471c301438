-- A monoflop by wait for: time as behaviour.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity wait_for is
    generic (
        PULSE : time := 100 ns
    );
    port (
        trigger : in  std_logic;
        q       : out std_logic
    );
end entity wait_for;

architecture model of wait_for is
begin

    process
    begin
        q <= '0';
        wait until rising_edge(trigger);
        q <= '1';
        wait for PULSE;
    end process;

end architecture model;
