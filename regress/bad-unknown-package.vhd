-- SPDX-License-Identifier: GPL-3.0-or-later
-- A package and a library that are not there.

library ieee;
use ieee.std_logic_1164.all;
use work.nowhere.all;

library vendor;
use vendor.primitives.all;

entity lonely is
  port (clk : in std_logic);
end entity lonely;
