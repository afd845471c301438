-- SPDX-License-Identifier: GPL-3.0-or-later
-- One entity, three architectures: the last one analysed is the default.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity popcount is
  generic (N : positive := 16);
  port (
    clk   : in  std_logic;
    rst   : in  std_logic;
    bits  : in  std_logic_vector(N - 1 downto 0);
    count : out natural range 0 to N
  );
end entity popcount;

architecture combinational of popcount is
begin
  process (bits)
    variable sum : natural range 0 to N;
  begin
    sum := 0;
    for i in bits'range loop
      if bits(i) = '1' then
        sum := sum + 1;
      end if;
    end loop;
    count <= sum;
  end process;
end architecture combinational;

architecture registered of popcount is
begin
  process (clk)
    variable sum : natural range 0 to N;
  begin
    if rising_edge(clk) then
      sum := 0;
      for i in bits'range loop
        if bits(i) = '1' then
          sum := sum + 1;
        end if;
      end loop;
      count <= sum;
      if rst = '1' then
        count <= 0;
      end if;
    end if;
  end process;
end architecture registered;

architecture serial of popcount is
  signal position : natural range 0 to N - 1 := 0;
  signal sum      : natural range 0 to N := 0;
begin
  process (clk, rst)
  begin
    if rst = '1' then
      position <= 0;
      sum <= 0;
      count <= 0;
    elsif rising_edge(clk) then
      if position = N - 1 then
        position <= 0;
        count <= sum + to_integer(unsigned'("" & bits(position)));
        sum <= 0;
      else
        position <= position + 1;
        sum <= sum + to_integer(unsigned'("" & bits(position)));
      end if;
    end if;
  end process;
end architecture serial;
