-- What looks into delta cycles, or behind the values.

library ieee;
use ieee.std_logic_1164.all;

entity delta_tricks is
    port (
        clk  : in  std_logic;
        d    : in  std_logic;
        op   : in  std_logic_vector(2 downto 0);
        a, b : out std_logic;
        c    : out std_logic;
        e    : out boolean;
        f    : out std_logic
    );
end entity delta_tricks;

architecture rtl of delta_tricks is
    function inverted (drivers : std_ulogic_vector) return std_ulogic is
    begin
        return not drivers(drivers'left);
    end function inverted;

    signal wire : inverted std_ulogic;
begin

    wire <= d;
    a    <= wire;

    late : postponed process (clk)
    begin
        if rising_edge(clk) then
            b <= d;
        end if;
    end process late;

    c <= d'last_value;
    e <= d'stable;

    process (all)
    begin
        case? op is
            when "1--"  => f <= d;
            when others => f <= '0';
        end case?;
    end process;

end architecture rtl;
