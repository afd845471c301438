-- Timer with prescaler, compare register and two modes.
--
-- The prescaler divides the clock down to TICK_HZ; CLK_HZ is given as a real
-- because oscillators are.  The counter runs up to the compare value; then it
-- stops (one shot) or starts again (periodic), and irq is set until it is
-- acknowledged.  A running timer can be reloaded.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use ieee.math_real.all;

entity timer is
  generic (
    CLK_HZ  : real     := 100.0e6;
    TICK_HZ : real     := 1.0e6;
    BITS    : positive := 16
  );
  port (
    clk      : in  std_logic;
    rst      : in  std_logic;
    start    : in  std_logic;
    stop     : in  std_logic;
    periodic : in  std_logic;
    compare  : in  unsigned(BITS - 1 downto 0);
    ack      : in  std_logic;
    value    : out unsigned(BITS - 1 downto 0);
    running  : out std_logic;
    irq      : out std_logic;
    missed   : out std_logic
  );
end entity timer;

architecture rtl of timer is

  -- clocks per tick, and the bits to count them
  constant DIVIDER  : positive := integer(ceil(CLK_HZ / TICK_HZ));
  constant DIV_BITS : natural  := integer(ceil(log2(real(DIVIDER))));

  signal prescaler : unsigned(DIV_BITS downto 0);
  signal counter   : unsigned(BITS - 1 downto 0);
  signal limit     : unsigned(BITS - 1 downto 0);
  signal run       : std_logic;
  signal pending   : std_logic;
  signal tick      : std_logic;

begin

  assert CLK_HZ >= TICK_HZ
    report "timer: the tick is faster than the clock" severity failure;

  tick <= '1' when run = '1' and prescaler = DIVIDER - 1 else '0';

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        prescaler <= (others => '0');
      elsif tick = '1' or run = '0' then
        prescaler <= to_unsigned(0, prescaler'length);
      else
        prescaler <= prescaler + 1;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if ack = '1' then
        pending <= '0';
        missed  <= '0';
      end if;

      if start = '1' then
        run     <= '1';
        counter <= (others => '0');
        limit   <= compare;
      elsif stop = '1' then
        run <= '0';
      elsif tick = '1' then
        if counter >= limit then
          pending <= '1';
          missed  <= pending and not ack;
          counter <= (others => '0');
          run     <= periodic;
        else
          counter <= counter + 1;
        end if;
      end if;

      if rst = '1' then
        run     <= '0';
        pending <= '0';
        missed  <= '0';
        counter <= (others => '0');
        limit   <= (others => '1');
      end if;
    end if;
  end process;

  value   <= counter;
  running <= run;
  irq     <= pending;

end architecture rtl;
