-- Pulse width modulator, several channels on one counter.
--
-- The period is PERIOD clocks.  Each channel has a duty register that is
-- written at any time and becomes active at the start of a period, so that
-- no pulse is cut.  After reset all channels run at RESET_DUTY (0.0 to 1.0).
--
-- CENTER = true counts up and down: pulses are symmetrical and the frequency
-- is half.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use ieee.math_real.all;

entity pwm is
  generic (
    CHANNELS   : positive := 2;
    PERIOD     : integer range 2 to 65536 := 100;
    RESET_DUTY : real     := 0.25;
    CENTER     : boolean  := false
  );
  port (
    clk      : in  std_logic;
    rst_n    : in  std_logic;
    wr       : in  std_logic;
    wr_chan  : in  natural range 0 to CHANNELS - 1;
    wr_duty  : in  natural range 0 to PERIOD;
    strobe   : out std_logic;
    pwm_out  : out std_logic_vector(CHANNELS - 1 downto 0)
  );
end entity pwm;

architecture rtl of pwm is

  constant DUTY0 : natural := integer(ceil(RESET_DUTY * real(PERIOD)));

  subtype duty_t is natural range 0 to PERIOD;
  type duties_t is array (0 to CHANNELS - 1) of duty_t;

  signal pending : duties_t;
  signal active  : duties_t;
  signal counter : natural range 0 to PERIOD - 1;
  signal up      : boolean;
  signal wrap    : boolean;

begin

  assert RESET_DUTY >= 0.0 and RESET_DUTY <= 1.0
    report "pwm: RESET_DUTY is a fraction" severity failure;

  -- the last clock of a period
  edge_aligned : if not CENTER generate
    wrap <= counter = PERIOD - 1;
  end generate edge_aligned;

  center_aligned : if CENTER generate
    wrap <= counter = 0 and not up;
  end generate center_aligned;

  count : process (clk, rst_n)
  begin
    if rst_n = '0' then
      counter <= 0;
      up      <= true;
    elsif rising_edge(clk) then
      if not CENTER then
        counter <= (counter + 1) mod PERIOD;
      elsif up then
        if counter = PERIOD - 1 then
          up <= false;
        else
          counter <= counter + 1;
        end if;
      else
        if counter = 0 then
          up <= true;
        else
          counter <= counter - 1;
        end if;
      end if;
    end if;
  end process count;

  duty_registers : process (clk, rst_n)
  begin
    if rst_n = '0' then
      pending <= (others => DUTY0);
      active  <= (others => DUTY0);
    elsif rising_edge(clk) then
      if wr = '1' then
        pending(wr_chan) <= wr_duty;
      end if;
      if wrap then
        active <= pending;
      end if;
    end if;
  end process duty_registers;

  channel : for c in 0 to CHANNELS - 1 generate
    pwm_out(c) <= '1' when counter < active(c) else '0';
  end generate channel;

  strobe <= '1' when wrap else '0';

end architecture rtl;
