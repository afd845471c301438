-- One pulse per pulse from a source clock to an unrelated destination clock.
--
-- A toggle flip-flop on the source side crosses as a level; each change of it
-- is a pulse on the destination side.  The level comes back the same way, and
-- ready is set when the source may send the next pulse; a pulse sent earlier
-- is counted as missed (saturating).

library ieee;
use ieee.std_logic_1164.all;

entity cdc_pulse is
  generic (
    STAGES     : integer range 2 to 8 := 2;
    MAX_MISSED : positive             := 3
  );
  port (
    src_clk    : in  std_logic;
    src_rst    : in  std_logic;
    src_pulse  : in  std_logic;
    src_ready  : out std_logic;
    src_missed : out natural range 0 to MAX_MISSED;

    dst_clk    : in  std_logic;
    dst_pulse  : out std_logic
  );
end cdc_pulse;

architecture structure of cdc_pulse is

  component level_sync is
    generic (
      STAGES     : integer range 2 to 8 := 2;
      INIT_VALUE : std_logic            := '0'
    );
    port (
      clk   : in  std_logic;
      rst   : in  std_logic := '0';
      level : in  std_logic;
      q     : out std_logic
    );
  end component;

  signal toggle    : std_logic := '0';
  signal toggle_d  : std_logic;
  signal toggle_d1 : std_logic := '0';
  signal back      : std_logic;
  signal missed    : natural range 0 to MAX_MISSED := 0;
  signal ready     : std_logic;

begin

  ready     <= toggle xnor back;
  src_ready <= ready;

  source : process (src_clk)
  begin
    if rising_edge(src_clk) then
      if src_pulse = '1' then
        if ready = '1' then
          toggle <= not toggle;
        elsif missed < MAX_MISSED then
          missed <= missed + 1;
        end if;
      end if;
      -- the toggle itself is not reset: the other side would see a pulse
      if src_rst = '1' then
        missed <= 0;
      end if;
    end if;
  end process source;

  src_missed <= missed;

  forward : entity work.level_sync(chain)
    generic map (STAGES => STAGES)
    port map (clk => dst_clk, level => toggle, q => toggle_d);

  -- by component: the default binding takes the architecture analysed last
  backward : component level_sync
    generic map (STAGES => STAGES, INIT_VALUE => '0')
    port map (clk => src_clk, rst => open, level => toggle_d, q => back);

  destination : process (dst_clk)
  begin
    if rising_edge(dst_clk) then
      toggle_d1 <= toggle_d;
    end if;
  end process destination;

  dst_pulse <= toggle_d xor toggle_d1;

end structure;
