-- Debouncer for a bank of buttons.
--
-- A button must be stable for STABLE_TIME before its new level is passed on.
-- All buttons share one sampling tick of SAMPLE_TIME and have a counter each.
--
-- The times are given as such; the clock period is needed to turn them into
-- cycles.

library ieee;
use ieee.std_logic_1164.all;

entity debounce is
    generic (
        BUTTONS     : positive := 4;
        CLK_PERIOD  : time     := 20 ns;
        SAMPLE_TIME : time     := 100 ns;
        STABLE_TIME : time     := 1 us;
        ACTIVE_LOW  : boolean  := false
    );
    port (
        clk     : in  std_logic;
        button  : in  std_logic_vector(BUTTONS - 1 downto 0);
        level   : out std_logic_vector(BUTTONS - 1 downto 0);
        pressed : out std_logic_vector(BUTTONS - 1 downto 0);
        changed : out std_logic
    );
end entity debounce;

architecture rtl of debounce is

    -- whole cycles, rounded up
    function cycles (t, period : time) return natural is
    begin
        if (t / period) * period < t then
            return t / period + 1;
        else
            return t / period;
        end if;
    end function cycles;

    constant TICK_CYCLES  : positive := cycles(SAMPLE_TIME, CLK_PERIOD);
    constant STABLE_TICKS : positive := cycles(STABLE_TIME, SAMPLE_TIME);

    function idle_level return std_logic is
    begin
        if ACTIVE_LOW then
            return '1';
        end if;
        return '0';
    end function idle_level;

    type counters_t is array (natural range <>) of
        natural range 0 to STABLE_TICKS - 1;

    signal prescaler : natural range 0 to TICK_CYCLES - 1 := 0;
    signal tick      : std_logic := '0';
    signal meta, sync, stable : std_logic_vector(BUTTONS - 1 downto 0)
        := (others => idle_level);
    signal stable_d  : std_logic_vector(BUTTONS - 1 downto 0)
        := (others => idle_level);
    signal counter   : counters_t(BUTTONS - 1 downto 0) := (others => 0);

begin

    sample_tick : process (clk)
    begin
        if rising_edge(clk) then
            if prescaler = TICK_CYCLES - 1 then
                prescaler <= 0;
                tick      <= '1';
            else
                prescaler <= prescaler + 1;
                tick      <= '0';
            end if;
        end if;
    end process sample_tick;

    filter : process (clk)
    begin
        if rising_edge(clk) then
            meta <= button;
            sync <= meta;

            for i in button'range loop
                if sync(i) = stable(i) then
                    counter(i) <= 0;
                elsif tick = '1' then
                    if counter(i) = STABLE_TICKS - 1 then
                        stable(i)  <= sync(i);
                        counter(i) <= 0;
                    else
                        counter(i) <= counter(i) + 1;
                    end if;
                end if;
            end loop;

            stable_d <= stable;
        end if;
    end process filter;

    level   <= not stable when ACTIVE_LOW else stable;
    pressed <= (not stable and stable_d) when ACTIVE_LOW else
               (stable and not stable_d);
    changed <= '1' when stable /= stable_d else '0';

end architecture rtl;
