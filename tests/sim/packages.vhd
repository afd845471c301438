-- SPDX-License-Identifier: GPL-3.0-or-later
-- Functions of a package, enumerations, a latch, both edges.
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
package mp is
  type op_t is (nop, add, sub, mul, shl);
  subtype small is integer range -3 to 12;
  function clog2 (n : positive) return natural;
  function sat (x : integer; lo, hi : integer) return integer;
end;
package body mp is
  function clog2 (n : positive) return natural is
    variable r : natural := 0; variable v : natural := n - 1;
  begin
    while v > 0 loop v := v / 2; r := r + 1; end loop;
    return r;
  end;
  function sat (x : integer; lo, hi : integer) return integer is
  begin
    if x < lo then return lo; elsif x > hi then return hi; else return x; end if;
  end;
end;
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all; use work.mp.all;
entity misc is
  generic (N : positive := 6);
  port (clk, rst : in std_logic; op : in op_t; x, y : in small; e : in std_logic_vector(clog2(N) downto 0);
    acc : out small; big : out integer; hit : out std_logic; l : out std_logic; lq : out unsigned(clog2(N) - 1 downto 0); z : out natural range 0 to N;
    w8 : out integer range 0 to 255; par : out std_logic; wr : out std_logic);
end;
architecture rtl of misc is
  signal a : small := 0;
  signal ptr : natural range 0 to N - 1 := 0;
  signal latch : std_logic := '0';
begin
  process (clk, rst) is
    variable t : integer;
  begin
    if rst = '1' then a <= 0; ptr <= 0;
    elsif rising_edge(clk) then
      t := a;
      case op is
        when nop => null;
        when add => t := a + x;
        when sub => t := a - x;
        when mul => t := x * y;
        when shl => t := a * 2;
      end case;
      a <= sat(t, small'low, small'high);
      if ptr = N - 1 then ptr <= 0; else ptr <= ptr + 1; end if;
    end if;
  end process;
  acc <= a; big <= x * y - a;
  hit <= '1' when op = add and x > y else '0' when op = sub else l;
  process (all) is begin if e(0) = '1' then latch <= e(e'high); end if; end process;
  l <= latch;
  lq <= to_unsigned(ptr, lq'length);
  z <= ptr + 1 when rst = '0' else 0;
  process (clk) is
    variable s : integer range 0 to 255 := 0;
    variable p : std_logic;
  begin
    if falling_edge(clk) then
      s := (s * 5 + abs x) mod 256;
      p := '0';
      for k in e'range loop p := p xor e(k); end loop;
      par <= p;
    end if;
    w8 <= s;
  end process;
  wr <= '1' when e = (e'range => '1') else '0';
end;
