-- I/O hub: CHANNELS channels, a common time stamp and a read multiplexer.
-- Three levels: io_hub, hub_channel, hub_counter.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.hub_pkg.all;

entity io_hub is
    generic (
        CHANNELS  : integer range 1 to 16 := 3;
        STRETCH   : positive := 4;
        STAMP_DIV : positive := 2       -- clocks per time stamp
    );
    port (
        clk      : in  std_logic;
        rst_n    : in  std_logic;
        triggers : in  std_logic_vector(CHANNELS - 1 downto 0);
        modes    : in  std_logic_vector(2 * CHANNELS - 1 downto 0);
        freeze   : in  std_logic;
        channel  : in  natural range 0 to CHANNELS - 1;
        data     : out std_logic_vector(CHANNEL_BITS - 1 downto 0);
        beat     : out std_logic;
        alarm    : out std_logic
    );
end entity io_hub;

architecture structure of io_hub is

    signal divider  : natural range 0 to STAMP_DIV - 1;
    signal tick     : std_logic;
    signal half     : std_logic;        -- of a time stamp
    signal stamp    : channel_word;
    signal words    : channel_words(0 to CHANNELS - 1);
    signal overruns : std_logic_vector(CHANNELS - 1 downto 0);

begin

    divide : process (clk, rst_n)
    begin
        if rst_n = '0' then
            divider <= 0;
        elsif rising_edge(clk) then
            divider <= (divider + 1) mod STAMP_DIV;
        end if;
    end process divide;

    tick <= '1' when divider = STAMP_DIV - 1 else '0';

    -- two ticks make one stamp
    time_stamp : entity work.hub_counter(rtl)
        generic map (BITS => CHANNEL_BITS + 1)
        port map (
            clk   => clk,
            rst_n => rst_n,
            en    => tick and not freeze,
            load  => '0',
            std_logic_vector(q(CHANNEL_BITS downto 1)) => stamp,
            q(0)  => half,
            carry => open);

    channels_g : for i in words'range generate

        signal status : std_logic_vector(2 downto 0);

    begin

        one : entity work.hub_channel
            generic map (
                STRETCH => STRETCH + i)
            port map (
                clk     => clk,
                rst_n   => rst_n,
                code    => modes(2 * i + 1 downto 2 * i),
                stamp   => stamp,
                trigger => triggers(i),
                data    => words(i),
                status(3)          => overruns(i),
                status(2 downto 0) => status);

    end generate channels_g;

    data <= words(channel);
    beat <= half and tick;

    -- any overrun is remembered until reset
    remember : process (clk, rst_n)
    begin
        if rst_n = '0' then
            alarm <= '0';
        elsif rising_edge(clk) then
            alarm <= alarm or (or overruns);
        end if;
    end process remember;

end architecture structure;
