-- Priority encoder with registered output.
--
-- The index of the highest set input (or the lowest, LSB_FIRST), and one-hot.
-- The search is a recursive function that halves the vector, which gives a
-- tree instead of a chain.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity prio_encoder is
  generic (
    N         : integer range 1 to 64 := 8;
    LSB_FIRST : boolean := false
  );
  port (
    clk    : in  std_ulogic;
    enable : in  std_ulogic;
    inputs : in  std_ulogic_vector(N - 1 downto 0);
    index  : out natural range 0 to N - 1 := 0;
    onehot : out std_ulogic_vector(N - 1 downto 0) := (others => '0');
    ones   : out natural range 0 to N := 0;
    valid  : out std_ulogic := '0'
  );
end entity prio_encoder;

architecture tree of prio_encoder is

  -- index of the highest one; 0 if there is none
  function highest (v : std_ulogic_vector) return natural is
    constant w    : std_ulogic_vector(v'length - 1 downto 0) := v;
    constant half : natural := v'length / 2;
  begin
    if v'length <= 1 then
      return 0;
    elsif (or w(w'high downto half)) = '1' then
      return half + highest(w(w'high downto half));
    else
      return highest(w(half - 1 downto 0));
    end if;
  end function highest;

  function mirrored (v : std_ulogic_vector) return std_ulogic_vector is
    variable r : std_ulogic_vector(v'reverse_range);
  begin
    for i in v'range loop
      r(i) := v(i);
    end loop;
    return r;
  end function mirrored;

  function count_ones (v : std_ulogic_vector) return natural is
    variable c : natural := 0;
  begin
    for i in v'range loop
      if v(i) then
        c := c + 1;
      end if;
    end loop;
    return c;
  end function count_ones;

  function find (v : std_ulogic_vector; lowest_first : boolean) return natural is
  begin
    if lowest_first then
      return v'length - 1 - highest(mirrored(v));
    end if;
    return highest(v);
  end function find;

begin

  process (clk)
    variable found : natural range 0 to N - 1;
  begin
    if rising_edge(clk) then
      onehot <= (others => '0');
      if enable then
        found  := find(inputs, LSB_FIRST);
        index  <= found;
        valid  <= or inputs;
        ones   <= count_ones(inputs);
        onehot(found) <= or inputs;
      else
        valid <= '0';
      end if;
    end if;
  end process;

end architecture tree;
