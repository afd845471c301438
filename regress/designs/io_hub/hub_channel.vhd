-- One channel: an event counter, a capture register and a pulse stretcher.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.hub_pkg.all;

entity hub_channel is
    generic (
        STRETCH : positive := 4         -- length of a pulse
    );
    port (
        clk     : in  std_logic;
        rst_n   : in  std_logic;
        code    : in  std_logic_vector(1 downto 0);
        stamp   : in  channel_word;
        trigger : in  std_logic;
        data    : out channel_word;
        status  : out std_logic_vector(3 downto 0)
    );
end entity hub_channel;

architecture structure of hub_channel is

    component hub_counter
        generic (
            BITS : positive := 8;
            STEP : positive := 1
        );
        port (
            clk   : in  std_logic;
            rst_n : in  std_logic;
            en    : in  std_logic := '1';
            load  : in  std_logic := '0';
            d     : in  unsigned(BITS - 1 downto 0) := (others => '0');
            q     : out unsigned(BITS - 1 downto 0);
            carry : out std_logic
        );
    end component;

    constant PULSE_BITS : positive := log2c(STRETCH + 1);

    signal mode     : channel_mode;
    signal seen     : std_logic;
    signal event_en : std_logic;
    signal events   : channel_word;
    signal overrun  : std_logic;
    signal captured : channel_word;
    signal elapsed  : unsigned(PULSE_BITS - 1 downto 0);
    signal stretching, restart : std_logic;

begin

    mode <= to_mode(code);

    previous : process (clk, rst_n)
    begin
        if rst_n = '0' then
            seen     <= '0';
            captured <= (others => '0');
        elsif rising_edge(clk) then
            seen <= trigger;
            if mode = mode_capture and trigger = '1' and seen = '0' then
                captured <= stamp;
            end if;
        end if;
    end process previous;

    event_en <= trigger and not seen when mode = mode_count else '0';

    event_counter : hub_counter
        generic map (BITS => CHANNEL_BITS)
        port map (clk                 => clk,
                  rst_n               => rst_n,
                  en                  => event_en,
                  load                => open,
                  std_logic_vector(q) => events,
                  carry               => overrun);

    -- counts up from zero at the trigger and stops at STRETCH
    restart    <= trigger and not seen when mode = mode_pulse else '0';
    stretching <= '1' when elapsed /= STRETCH else '0';

    pulse_counter : hub_counter
        generic map (PULSE_BITS, 1)
        port map (clk, rst_n, stretching, restart, q => elapsed, carry => open);

    with mode select
        data <= events                                        when mode_count,
                captured                                      when mode_capture,
                std_logic_vector(resize(elapsed, CHANNEL_BITS)) when mode_pulse,
                (others => '0')                               when mode_off;

    status <= (3 => overrun, 2 => stretching, 1 downto 0 => code);

end architecture structure;
