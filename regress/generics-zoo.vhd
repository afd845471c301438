-- SPDX-License-Identifier: GPL-3.0-or-later
-- Generics of every kind, with defaults that are more than literals, and
-- asserts on them in the entity.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package zoo_types is
  type colour_t is (red, green, blue);
  type limits_t is record
    low, high : integer;
  end record;
  type integers_t is array (natural range <>) of integer;
  type capacitance is range 0 to 1_000_000 units
    fF;
    pF = 1000 fF;
  end units;
  subtype small_t is integer range -8 to 7;
  function default_width return positive;
end package zoo_types;

package body zoo_types is
  function default_width return positive is
  begin
    return 12;
  end function;
end package body zoo_types;

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.zoo_types.all;

entity zoo is
  generic (
    NO_DEFAULT : positive;
    INT        : integer := -5;
    SMALL      : small_t := -3;
    RANGED     : integer range 1 to 16 := 4;
    DOWN       : natural range 31 downto 0 := 31;
    BASED      : natural := 16#FF_00#;
    FLAG       : boolean := true;
    ONE_BIT    : bit := '1';
    LOGIC      : std_logic := 'H';
    INIT       : std_logic_vector(7 downto 0) := x"A5";
    SEED       : unsigned(3 downto 0) := to_unsigned(9, 4);
    OPEN_VECTOR : std_logic_vector := "1010";
    NAME       : string := "a ""quoted"" name";
    DELAY      : time := 1.5 ns;
    RATIO      : real := 2.5e-3;
    LOAD       : capacitance := 3 pF;
    COLOUR     : colour_t := green;
    LIMITS     : limits_t := (low => -1, high => 2**10 - 1);
    TAPS       : integers_t := (1, 2, 3);
    FROM_FUNC  : positive := default_width
  );
  port (
    clk   : in  std_logic;
    x     : in  signed(FROM_FUNC - 1 downto 0);
    pick  : in  colour_t;
    n     : in  integer range LIMITS.low to LIMITS.high;
    ok    : out boolean;
    bidir : inout std_logic_vector(OPEN_VECTOR'range);
    y     : out signed(FROM_FUNC - 1 downto 0) := (others => '0')
  );
begin
  assert NO_DEFAULT < 100 report "NO_DEFAULT is too large" severity error;
  assert INIT'length = 8;
end entity zoo;

architecture rtl of zoo is
begin
  process (clk)
  begin
    if rising_edge(clk) then
      if FLAG and pick = COLOUR then
        y <= x + n;
      end if;
      ok <= n /= TAPS(0);
    end if;
  end process;
  bidir <= (others => 'Z');
end architecture rtl;
