-- SPDX-License-Identifier: GPL-3.0-or-later
-- Aggregates, records, tables and arrays of vectors.
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
entity agg is
  generic (N : positive := 5);
  port (clk : in std_logic; a : in std_logic_vector(1 downto 0); b : in std_logic; c : in std_logic_vector(3 downto 0); i : in integer range 0 to 3;
    o1 : out std_logic_vector(4 downto 0); o2 : out std_logic_vector(0 to 4); o3 : out std_logic_vector(N downto 0);
    o7 : out std_logic_vector(1 downto 0); o8 : out unsigned(7 downto 0);
    o9 : out std_logic_vector(3 downto 0); o10 : out boolean; o11 : out integer);
end;
architecture rtl of agg is
  type rec is record x : std_logic; y : unsigned(1 downto 0); z : integer range 0 to 7; end record;
  signal r : rec := ('0', "00", 0);
  type t2 is array (0 to 1) of std_logic_vector(3 downto 0);
  signal m : t2 := (others => "0000");
  type itab is array (0 to 3) of integer range 0 to 15;
  constant tab : itab := (3, 1, 4, 15);
  constant rom : t2 := (x"a", x"5");
  signal cnt : integer range 0 to 3 := 0;
begin
  o1 <= (4 => b, others => '1');
  o2 <= (0 => b, others => not b);
  o3 <= (others => a(1));
  o7 <= c(i) & c(3 - i);
  process (clk) begin
    if rising_edge(clk) then
      r <= (x => b, y => unsigned(a), z => to_integer(unsigned(c(2 downto 0))));
      m(i mod 2) <= c; m(1 - i mod 2)(3) <= b;
      if b = '1' then r.y <= r.y + 1; r.z <= (r.z + 1) mod 8; end if;
      cnt <= tab(i) mod 4;
    end if;
  end process;
  o8 <= unsigned(m(0)) & unsigned(m(1));
  o9 <= rom(i mod 2) xor m(i mod 2);
  o10 <= r = ('1', "11", 7);
  o11 <= tab(cnt) + r.z;
end;
