-- Fixed-priority arbiter: the requester with the lowest index wins.
--
-- Two architectures of the same entity.  "ripple" walks along the requests,
-- "arith" isolates the lowest one with the two's complement trick
-- req and (-req), which maps onto the carry chain.  Both hold the grant
-- while the winner keeps its request, if HOLD is true.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity arb_fixed is
    generic (
        PORTS : positive := 4;
        HOLD  : boolean  := false
    );
    port (
        clk     : in  std_logic;
        rst     : in  std_logic;
        req     : in  std_logic_vector(PORTS - 1 downto 0);
        grant   : out std_logic_vector(PORTS - 1 downto 0);
        granted : out std_logic
    );
end entity arb_fixed;

architecture ripple of arb_fixed is

    signal grant_r : std_logic_vector(PORTS - 1 downto 0) := (others => '0');
    signal keep    : std_logic;

begin

    -- does the current owner go on requesting?
    process (grant_r, req) is
        variable any : std_logic;
    begin
        any := '0';
        for i in req'range loop
            any := any or (grant_r(i) and req(i));
        end loop;
        keep <= any;
    end process;

    process (clk) is
        variable taken : boolean;
    begin
        if rising_edge(clk) then
            if rst = '1' then
                grant_r <= (others => '0');
            elsif not HOLD or keep = '0' then
                taken   := false;
                grant_r <= (others => '0');
                for i in 0 to PORTS - 1 loop
                    if req(i) = '1' and not taken then
                        grant_r(i) <= '1';
                        taken := true;
                    end if;
                end loop;
            end if;
        end if;
    end process;

    grant <= grant_r;

    process (grant_r) is
    begin
        granted <= '0';
        for i in grant_r'low to grant_r'high loop
            if grant_r(i) = '1' then
                granted <= '1';
                exit;
            end if;
        end loop;
    end process;

end architecture ripple;

architecture arith of arb_fixed is

    signal grant_r  : std_logic_vector(PORTS - 1 downto 0) := (others => '0');
    signal lowest   : unsigned(PORTS - 1 downto 0);
    constant NOBODY : std_logic_vector(PORTS - 1 downto 0) := (others => '0');

begin

    lowest <= unsigned(req) and (not unsigned(req) + 1);

    process (clk) is
    begin
        if rising_edge(clk) then
            if rst = '1' then
                grant_r <= NOBODY;
            elsif not (HOLD and (grant_r and req) /= NOBODY) then
                grant_r <= std_logic_vector(lowest);
            end if;
        end if;
    end process;

    grant   <= grant_r;
    granted <= '0' when grant_r = NOBODY else '1';

end architecture arith;
