-- SPDX-License-Identifier: GPL-3.0-or-later
-- Every statement has a type error of its own.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity mistyped is
  generic (N : positive := 4);
  port (
    clk   : in  std_logic;
    a     : in  unsigned(N - 1 downto 0);
    y     : out std_logic_vector(N - 1 downto 0);
    flag  : out boolean
  );
end entity mistyped;

architecture rtl of mistyped is
  signal count : integer range 0 to N;
begin
  process (clk)
  begin
    if rising_edge(clk) then
      y <= a + 1;
      count <= '1';
      if a then
        flag <= true;
      end if;
      flag <= undeclared > 3;
      count <= resize(a);
    end if;
  end process;
end architecture rtl;
