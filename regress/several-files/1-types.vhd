-- SPDX-License-Identifier: GPL-3.0-or-later
-- First of three files that are read in order.

library ieee;
use ieee.std_logic_1164.all;

package stream_types is
  type stream_t is record
    data  : std_logic_vector(7 downto 0);
    valid : std_logic;
    last  : std_logic;
  end record stream_t;
  constant STREAM_IDLE : stream_t := (data => x"00", valid | last => '0');
end package stream_types;
