-------------------------------------------------------------------------------
-- Maximum-length linear feedback shift register, 3 to 16 bits.
--
-- STYLE "fibonacci" feeds back the parity of the taps into one end,
-- "galois" xors the bit that leaves into the taps.  The seed can be loaded;
-- the all-zero state, which would never leave again, is replaced by one.
-------------------------------------------------------------------------------
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity lfsr is
  generic (
    WIDTH : integer range 3 to 16 := 8;
    STYLE : string                := "galois"
  );
  port (
    clk   : in  std_logic;
    rst   : in  std_logic;
    en    : in  std_logic;
    load  : in  std_logic;
    seed  : in  std_logic_vector(WIDTH - 1 downto 0);
    value : out std_logic_vector(WIDTH - 1 downto 0);
    bit_o : out std_logic;
    wrap  : out std_logic
  );
end entity lfsr;

architecture rtl of lfsr is

  subtype mask_t is std_logic_vector(16 downto 1);
  type mask_table is array (3 to 16) of mask_t;

  -- primitive polynomials; bit n stands for x**n
  constant TAPS : mask_table := (
    3  => (3 | 2 => '1', others => '0'),
    4  => (4 | 3 => '1', others => '0'),
    5  => (5 | 3 => '1', others => '0'),
    6  => (6 | 5 => '1', others => '0'),
    7  => (7 | 6 => '1', others => '0'),
    8  => (8 | 6 | 5 | 4 => '1', others => '0'),
    9  => (9 | 5 => '1', others => '0'),
    10 => (10 | 7 => '1', others => '0'),
    11 => (11 | 9 => '1', others => '0'),
    12 => (12 | 6 | 4 | 1 => '1', others => '0'),
    13 => (13 | 4 | 3 | 1 => '1', others => '0'),
    14 => (14 | 5 | 3 | 1 => '1', others => '0'),
    15 => (15 | 14 => '1', others => '0'),
    16 => (16 | 15 | 13 | 4 => '1', others => '0'));

  constant MASK : std_logic_vector(WIDTH - 1 downto 0) :=
    TAPS(WIDTH)(WIDTH downto 1);
  constant ONE  : std_logic_vector(WIDTH - 1 downto 0) :=
    (0 => '1', others => '0');

  -- parity by halving: a balanced tree, any length
  function parity (v : std_logic_vector) return std_logic is
    constant w    : std_logic_vector(v'length - 1 downto 0) := v;
    constant half : natural := v'length / 2;
  begin
    if v'length = 1 then
      return w(0);
    else
      return parity(w(w'high downto half)) xor parity(w(half - 1 downto 0));
    end if;
  end function parity;

  signal reg : std_logic_vector(WIDTH - 1 downto 0);
  signal nxt : std_logic_vector(WIDTH - 1 downto 0);

begin

  fibonacci : if STYLE = "fibonacci" generate
    nxt <= reg(WIDTH - 2 downto 0) & parity(reg and MASK);
  elsif STYLE = "galois" generate
    nxt <= ('0' & reg(WIDTH - 1 downto 1)) xor (MASK and (MASK'range => reg(0)));
  else generate
    assert false report "lfsr: no such style: " & STYLE severity failure;
  end generate fibonacci;

  process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        reg  <= ONE;
        wrap <= '0';
      elsif load = '1' then
        reg  <= seed when (or seed) = '1' else ONE;
        wrap <= '0';
      elsif en = '1' then
        reg  <= nxt;
        wrap <= '1' when nxt = ONE else '0';
      end if;
    end if;
  end process;

  value <= reg;
  bit_o <= reg(0);

  never_stuck : assert rst = '1' or (or reg) /= '0'
    report "lfsr: stuck at zero" severity error;

end architecture rtl;
