-- SPDX-License-Identifier: GPL-3.0-or-later
-- An instance of an entity that no file has.

library ieee;
use ieee.std_logic_1164.all;

entity lonely is
  port (clk : in std_logic);
end entity lonely;

architecture rtl of lonely is
begin
  u : entity work.nonesuch
    port map (clk => clk);
end architecture rtl;
