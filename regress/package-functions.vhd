-- SPDX-License-Identifier: GPL-3.0-or-later
-- A package of the usual helpers, and an entity whose port widths are
-- computed by them.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package helpers is
  function clog2 (n : positive) return natural;
  function maximum_of (a, b : integer) return integer;
  function is_power_of_two (n : natural) return boolean;
  function sel (cond : boolean; t, f : integer) return integer;
  constant BYTE : positive := 8;
end package helpers;

package body helpers is

  function clog2 (n : positive) return natural is
    variable bits : natural := 0;
    variable rest : natural := n - 1;
  begin
    while rest > 0 loop
      bits := bits + 1;
      rest := rest / 2;
    end loop;
    return bits;
  end function clog2;

  function maximum_of (a, b : integer) return integer is
  begin
    if a > b then
      return a;
    end if;
    return b;
  end function maximum_of;

  function is_power_of_two (n : natural) return boolean is
  begin
    return n > 0 and 2 ** clog2(n) = n;
  end function is_power_of_two;

  function sel (cond : boolean; t, f : integer) return integer is
  begin
    if cond then
      return t;
    else
      return f;
    end if;
  end function sel;

end package body helpers;

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.helpers.all;

entity wrap_pointer is
  generic (
    DEPTH   : positive := 24;
    STEP    : positive := 1;
    EXTRA   : boolean := false;
    PTR_W   : natural := maximum_of(clog2(24), 1)
  );
  port (
    clk     : in  std_logic;
    srst    : in  std_logic;
    advance : in  std_logic;
    ptr     : out unsigned(sel(EXTRA, PTR_W + 1, PTR_W) - 1 downto 0);
    bytes   : out std_logic_vector(BYTE * PTR_W - 1 downto 0);
    wrapped : out std_logic
  );
end entity wrap_pointer;

architecture rtl of wrap_pointer is
  signal idx : natural range 0 to DEPTH - 1 := 0;
begin
  assert is_power_of_two(DEPTH) or STEP = 1
    report "DEPTH is no power of two: STEP must be 1" severity error;

  process (clk)
    variable nxt : natural;
  begin
    if rising_edge(clk) then
      wrapped <= '0';
      if srst = '1' then
        idx <= 0;
      elsif advance = '1' then
        nxt := idx + STEP;
        if nxt >= DEPTH then
          nxt := nxt - DEPTH;
          wrapped <= '1';
        end if;
        idx <= nxt;
      end if;
    end if;
  end process;

  ptr   <= to_unsigned(idx, ptr'length);
  bytes <= (others => '0');
end architecture rtl;
