-- A guarded block that drives a bus.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity guarded_signal is
    generic (
        WIDTH : positive := 8
    );
    port (
        en   : in  std_logic;
        a, b : in  std_logic_vector(WIDTH - 1 downto 0);
        y    : out std_logic_vector(WIDTH - 1 downto 0)
    );
end entity guarded_signal;

architecture rtl of guarded_signal is
    signal shared_bus : std_logic_vector(WIDTH - 1 downto 0) bus;
    disconnect shared_bus : std_logic_vector after 1 ns;
begin

    left : block (en = '1')
    begin
        shared_bus <= guarded a;
    end block left;

    right : block (en = '0')
    begin
        shared_bus <= guarded b;
    end block right;

    y <= shared_bus;

end architecture rtl;
