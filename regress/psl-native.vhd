-- SPDX-License-Identifier: GPL-3.0-or-later
-- Properties inside VHDL-2008: default clock, named properties and sequences,
-- assert, assume, cover and restrict.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity handshake is
  generic (
    MAX_WAIT : positive := 4;
    DATA_W   : positive := 8
  );
  port (
    clk   : in  std_logic;
    rst   : in  std_logic;
    req   : in  std_logic;
    ack   : out std_logic;
    din   : in  std_logic_vector(DATA_W - 1 downto 0);
    dout  : out std_logic_vector(DATA_W - 1 downto 0)
  );
end entity handshake;

architecture rtl of handshake is
  type state_t is (idle, waiting, done);
  signal state : state_t := idle;
  signal count : natural range 0 to MAX_WAIT := 0;
begin

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        state <= idle;
        count <= 0;
      else
        case state is
          when idle =>
            count <= 0;
            if req = '1' then
              state <= waiting;
              dout <= din;
            end if;
          when waiting =>
            if count = MAX_WAIT - 1 then
              state <= done;
            else
              count <= count + 1;
            end if;
          when done =>
            if req = '0' then
              state <= idle;
            end if;
        end case;
      end if;
    end if;
  end process;

  ack <= '1' when state = done else '0';

  default clock is rising_edge(clk);

  sequence transfer is {req and not ack; ack[->1]};
  property answered is always (req -> eventually! ack) abort rst;

  assume_hold : assume always
    ((req and not ack) -> next (req or rst));
  assert answered;
  never_early : assert never {not req; ack and not prev(ack)};
  bounded : assert always
    ((state = waiting) -> next_e[1 to 4] (state /= waiting)) abort rst
    report "waits for too long";
  seen : cover {not req; transfer};
  restrict {rst; (not rst)[+]};

end architecture rtl;
