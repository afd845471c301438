-- SPDX-License-Identifier: GPL-3.0-or-later
-- Loops, functions, cases and dynamic indices.
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
entity ops3 is
  generic (N : positive := 4; K : natural := 1);
  port (clk, rst, en : in std_logic;
        d : in std_logic_vector(7 downto 0); sel : in integer range 0 to 7; lo : in integer range 0 to 3;
        first : out integer range -1 to 7; ones : out integer range 0 to 8;
        w : out std_logic_vector(7 downto 0); z : out std_logic; nib : out std_logic_vector(3 downto 0);
        rev : out std_logic_vector(0 to 7); m : out std_logic_vector(1 downto 0); g : out std_logic_vector(7 downto 0);
        st : out integer range 0 to 3; cnt : out natural);
end;
architecture rtl of ops3 is
  type st_t is (s0, s1, s2, s3);
  signal s : st_t := s0;
  type arr_t is array (0 to N - 1) of unsigned(3 downto 0);
  signal ar : arr_t := (others => (others => '0'));
  function popcount (v : std_logic_vector) return natural is
    variable r : natural := 0;
  begin
    for i in v'range loop if v(i) = '1' then r := r + 1; end if; end loop;
    return r;
  end;
  function find (v : std_logic_vector) return integer is
  begin
    for i in v'low to v'high loop
      next when v(i) = '0';
      return i;
    end loop;
    return -1;
  end;
  signal reg : std_logic_vector(7 downto 0) := x"5a";
  signal total : natural range 0 to 1000 := 0;
begin
  process (clk, rst) is
    variable v : std_logic_vector(7 downto 0) := (others => '0');
    variable k2 : integer range 0 to 15;
  begin
    if rst = '1' then
      s <= s0; reg <= (7 => '1', 3 downto 2 => '1', others => '0'); v := (others => '0'); total <= 0;
    elsif rising_edge(clk) then
      first <= find(d); ones <= popcount(d);
      case s is
        when s0 => if d(0) = '1' then s <= s1; end if;
        when s1 | s2 => s <= st_t'succ(s);
        when others => s <= st_t'val(sel mod 4);
      end case;
      v := v(6 downto 0) & d(sel);
      v(lo) := en;
      reg(sel) <= d(7 - sel);
      k2 := 0;
      for q in 0 to 7 loop
        exit when d(q) = '1';
        k2 := k2 + 1;
      end loop;
      if total + k2 <= 1000 then total <= total + k2; end if;
      ar(sel mod N) <= unsigned(d(3 downto 0)) + K;
      w <= v;
      nib <= d(lo + 3 downto lo);
      for i in d'range loop rev(i) <= d(i); end loop;
    end if;
  end process;
  z <= reg(sel);
  with d(1 downto 0) select m <= "00" when "11", "01" when "10" | "01", "11" when others;
  g <= d xor ('0' & d(7 downto 1));
  st <= st_t'pos(s);
  cnt <= total + to_integer(ar(sel mod N));
end;
