-- SPDX-License-Identifier: GPL-3.0-or-later
-- Latin-1, as the standard has it: a température in °C, names with ä and ß.

entity thermomètre is
  generic (
    UNITÉ : string := "°C";
    \Größe in µm\ : natural := 25
  );
  port (
    clk     : in  bit;
    mesuré  : in  integer range -40 to 125;
    alarme  : out bit
  );
end entity thermomètre;

architecture façade of thermomètre is
begin
  process (clk)
  begin
    if clk'event and clk = '1' then
      if mesuré > \Größe in µm\ then
        alarme <= '1';
      else
        alarme <= '0';
      end if;
    end if;
  end process;
end architecture façade;
