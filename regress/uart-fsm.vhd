-- SPDX-License-Identifier: GPL-3.0-or-later
-- UART receiver: enumerated state, counters bounded by constants that come
-- from real and physical generics.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity uart_rx is
  generic (
    CLK_FREQ_HZ : positive := 50_000_000;
    BAUD        : positive := 115_200;
    DATA_BITS   : integer range 5 to 9 := 8;
    FILTER_TIME : time := 100 ns;
    TOLERANCE   : real := 0.02;
    PARITY      : character := 'N'
  );
  port (
    clk     : in  std_logic;
    rst_n   : in  std_logic;
    rxd     : in  std_logic;
    data    : out std_logic_vector(DATA_BITS - 1 downto 0);
    valid   : out std_logic;
    error   : out std_logic
  );
end entity uart_rx;

architecture rtl of uart_rx is

  constant BIT_TICKS  : positive := CLK_FREQ_HZ / BAUD;
  constant HALF_TICKS : natural := BIT_TICKS / 2;

  type state_t is (s_idle, s_start, s_data, s_parity, s_stop);
  signal state : state_t;
  signal ticks : natural range 0 to BIT_TICKS - 1;
  signal bits  : integer range 0 to DATA_BITS - 1;
  signal shift : std_logic_vector(DATA_BITS - 1 downto 0);

begin

  assert BIT_TICKS >= 4
    report "the clock is too slow for this rate: "
      & integer'image(CLK_FREQ_HZ) severity failure;

  receive : process (clk, rst_n)
  begin
    if rst_n = '0' then
      state <= s_idle;
      ticks <= 0;
      bits  <= 0;
      valid <= '0';
      error <= '0';
    elsif rising_edge(clk) then
      valid <= '0';
      case state is
        when s_idle =>
          ticks <= HALF_TICKS;
          if rxd = '0' then
            state <= s_start;
          end if;
        when s_start =>
          if ticks = BIT_TICKS - 1 then
            ticks <= 0;
            bits  <= 0;
            state <= s_data;
          else
            ticks <= ticks + 1;
          end if;
        when s_data =>
          if ticks = BIT_TICKS - 1 then
            ticks <= 0;
            shift <= rxd & shift(DATA_BITS - 1 downto 1);
            if bits < DATA_BITS - 1 then
              bits <= bits + 1;
            elsif PARITY = 'N' then
              state <= s_stop;
            else
              state <= s_parity;
            end if;
          else
            ticks <= ticks + 1;
          end if;
        when s_parity =>
          state <= s_stop;
        when s_stop =>
          error <= not rxd;
          valid <= rxd;
          data  <= shift;
          state <= s_idle;
      end case;
    end if;
  end process receive;

end architecture rtl;
