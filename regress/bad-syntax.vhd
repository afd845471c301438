-- SPDX-License-Identifier: GPL-3.0-or-later
-- A missing semicolon, and later a keyword that is misspelt.

entity broken is
  port (
    clk : in bit
    q   : out bit
  );
end entity broken;

architecture rtl of broken is
begin
  proces (clk)
  begin
    if clk = '1' then
      q <= '1';
    end if;
  end process;
end architecture rtl;
