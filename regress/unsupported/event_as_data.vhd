-- 'event used to see any change, not as a clock edge.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity event_as_data is
    generic (
        WIDTH : positive := 4
    );
    port (
        d       : in  std_logic_vector(WIDTH - 1 downto 0);
        strobe  : in  std_logic;
        changes : out unsigned(WIDTH - 1 downto 0)
    );
end entity event_as_data;

architecture rtl of event_as_data is
    signal n : unsigned(WIDTH - 1 downto 0) := (others => '0');
begin

    process (d, strobe)
    begin
        if d'event and strobe = '1' then
            n <= n + 1;
        end if;
    end process;

    changes <= n;

end architecture rtl;
