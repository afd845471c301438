-- rate_ratio: a phase accumulator that steps by NUM modulo DEN.
--
-- It takes off DEN once or twice, which is enough as long as NUM is at most
-- 2 * DEN; beyond that the phase leaves its range. The denominator is not
-- small, so that small numbers show nothing.

library ieee;
use ieee.std_logic_1164.all;

entity rate_ratio is
    generic (
        NUM : positive := 60;
        DEN : positive := 48
    );
    port (
        clk   : in  std_logic;
        rst   : in  std_logic;
        run   : in  std_logic;
        phase : out natural range 0 to DEN - 1
    );
begin
    assert DEN >= 40
        report "rate_ratio: DEN is too small" severity failure;
end entity rate_ratio;

architecture rtl of rate_ratio is

    signal sum : natural range 0 to DEN - 1 := 0;

begin

    process (clk) is
    begin
        if rising_edge(clk) then
            if rst = '1' then
                sum <= 0;
            elsif run = '1' then
                if sum + NUM < DEN then
                    sum <= sum + NUM;
                elsif sum + NUM < 2 * DEN then
                    sum <= sum + NUM - DEN;
                else
                    sum <= sum + NUM - 2 * DEN;
                end if;
            end if;
        end if;
    end process;

    phase <= sum;

end architecture rtl;
