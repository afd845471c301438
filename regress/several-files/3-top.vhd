-- SPDX-License-Identifier: GPL-3.0-or-later
-- Only instances: the clock and the reset are those of the stages.

library ieee;
use ieee.std_logic_1164.all;
use work.stream_types.all;

entity stream_pipe is
  generic (STAGES : positive := 2);
  port (
    clk    : in  std_logic;
    srst   : in  std_logic;
    sink   : in  stream_t;
    source : out stream_t
  );
end entity stream_pipe;

architecture structural of stream_pipe is
  type streams_t is array (natural range <>) of stream_t;
  signal s : streams_t(0 to STAGES);
begin
  s(0)   <= sink;
  source <= s(STAGES);
  pipe : for i in 1 to STAGES generate
    stage : entity work.stream_stage
      port map (clk => clk, srst => srst, sink => s(i - 1), source => s(i));
  end generate pipe;
end architecture structural;
