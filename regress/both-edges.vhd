-- SPDX-License-Identifier: GPL-3.0-or-later
-- Double data rate output: one process per edge, and a generate that picks
-- the edge of a third one.

library ieee;
use ieee.std_logic_1164.all;

entity ddr_out is
  generic (
    LANES         : positive := 4;
    CAPTURE_FALLS : boolean := true
  );
  port (
    clk    : in  std_logic;
    aresetn : in  std_logic;
    d_rise : in  std_logic_vector(LANES - 1 downto 0);
    d_fall : in  std_logic_vector(LANES - 1 downto 0);
    q      : out std_logic_vector(LANES - 1 downto 0);
    echo   : out std_logic
  );
end entity ddr_out;

architecture rtl of ddr_out is
  signal rise_r, fall_r : std_logic_vector(LANES - 1 downto 0);
begin

  on_rise : process (clk, aresetn)
  begin
    if aresetn = '0' then
      rise_r <= (others => '0');
    elsif rising_edge(clk) then
      rise_r <= d_rise;
    end if;
  end process on_rise;

  on_fall : process (clk, aresetn)
  begin
    if aresetn = '0' then
      fall_r <= (others => '0');
    elsif falling_edge(clk) then
      fall_r <= d_fall;
    end if;
  end process on_fall;

  q <= rise_r when clk = '1' else fall_r;

  falls : if CAPTURE_FALLS generate
    process
    begin
      wait until clk = '0';
      echo <= d_fall(0);
    end process;
  end generate falls;

  rises : if not CAPTURE_FALLS generate
    process
    begin
      wait until clk = '1';
      echo <= d_rise(0);
    end process;
  end generate rises;

end architecture rtl;
