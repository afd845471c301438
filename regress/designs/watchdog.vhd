-----------------------------------------------------------------------
--  Project     : plc-io
--  Unit        : watchdog
--  Purpose     : resets the system if software stops kicking it
--
--  The dog is kicked by the two-word sequence KEY1, KEY2 on the data
--  port.  A wrong second word, or a kick within the first quarter of the
--  timeout ("too early"), bites at once.  The warning comes at half the
--  time.  Once enabled, it cannot be disabled.
-----------------------------------------------------------------------
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity watchdog is
    generic (
        TIMEOUT    : time := 10 us;
        CLK_PERIOD : time := 100 ns;
        WINDOWED   : boolean := true;
        KEY1       : std_logic_vector(3 downto 0) := "1010";
        KEY2       : std_logic_vector(3 downto 0) := "0101"
    );
    port (
        CLK     : in  std_logic;
        NRST    : in  std_logic;
        ENABLE  : in  std_logic;
        WR      : in  std_logic;
        DATA    : in  std_logic_vector(3 downto 0);
        WARNING : out std_logic;
        BITE    : out std_logic;
        CAUSE   : out std_logic_vector(1 downto 0)
    );
end watchdog;

architecture RTL of watchdog is

    constant LIMIT : positive := TIMEOUT / CLK_PERIOD;
    constant EARLY : natural  := LIMIT / 4;

    type STATE_T is (OFF, ARMED, HALF_KICKED, BITTEN);

    constant C_NONE    : std_logic_vector(1 downto 0) := "00";
    constant C_TIMEOUT : std_logic_vector(1 downto 0) := "01";
    constant C_EARLY   : std_logic_vector(1 downto 0) := "10";
    constant C_KEY     : std_logic_vector(1 downto 0) := "11";

    signal STATE : STATE_T;
    signal COUNT : integer range 0 to LIMIT;

begin

    assert LIMIT >= 4
        report "watchdog: TIMEOUT must be four clock periods or more"
        severity failure;
    assert KEY1 /= KEY2
        report "watchdog: the keys must differ" severity failure;

    process (CLK, NRST)
    begin
        if NRST = '0' then
            STATE <= OFF;
            COUNT <= 0;
            CAUSE <= C_NONE;
        elsif CLK'event and CLK = '1' then
            case STATE is
                when OFF =>
                    if ENABLE = '1' then
                        STATE <= ARMED;
                        COUNT <= 0;
                    end if;

                when ARMED | HALF_KICKED =>
                    if COUNT = LIMIT then
                        STATE <= BITTEN;
                        CAUSE <= C_TIMEOUT;
                    else
                        COUNT <= COUNT + 1;
                        if WR = '1' then
                            if STATE = HALF_KICKED then
                                if DATA /= KEY2 then
                                    STATE <= BITTEN;
                                    CAUSE <= C_KEY;
                                elsif WINDOWED and COUNT < EARLY then
                                    STATE <= BITTEN;
                                    CAUSE <= C_EARLY;
                                else
                                    STATE <= ARMED;
                                    COUNT <= 0;
                                end if;
                            elsif DATA = KEY1 then
                                STATE <= HALF_KICKED;
                            end if;
                        end if;
                    end if;

                when BITTEN =>
                    null;       -- only a reset helps
            end case;
        end if;
    end process;

    BITE    <= '1' when STATE = BITTEN else '0';
    WARNING <= '1' when (STATE = ARMED or STATE = HALF_KICKED)
                    and COUNT >= LIMIT / 2 else '0';

end RTL;
