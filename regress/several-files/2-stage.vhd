-- SPDX-License-Identifier: GPL-3.0-or-later
-- A stage that registers a stream; the unit of the third file uses it.

library ieee;
use ieee.std_logic_1164.all;
use work.stream_types.all;

entity stream_stage is
  port (
    clk   : in  std_logic;
    srst  : in  std_logic;
    sink  : in  stream_t;
    source : out stream_t
  );
end entity stream_stage;

architecture rtl of stream_stage is
begin
  process (clk)
  begin
    if rising_edge(clk) then
      source <= sink;
      if srst = '1' then
        source <= STREAM_IDLE;
      end if;
    end if;
  end process;
end architecture rtl;
