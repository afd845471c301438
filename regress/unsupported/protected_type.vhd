-- A protected type behind a shared variable.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity protected_type is
    generic (
        LIMIT : positive := 15
    );
    port (
        clk   : in  std_logic;
        count : out natural range 0 to LIMIT
    );
end entity protected_type;

architecture model of protected_type is

    type counter_t is protected
        impure function next_value return natural;
    end protected counter_t;

    type counter_t is protected body
        variable value : natural := 0;
        impure function next_value return natural is
        begin
            value := (value + 1) mod (LIMIT + 1);
            return value;
        end function next_value;
    end protected body counter_t;

    shared variable counter : counter_t;

begin

    process (clk)
    begin
        if rising_edge(clk) then
            count <= counter.next_value;
        end if;
    end process;

end architecture model;
