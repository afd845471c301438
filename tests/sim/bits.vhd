-- SPDX-License-Identifier: GPL-3.0-or-later
-- Division, shifts and logical operators.
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
entity ops2 is
  generic (W : positive := 4);
  port (clk : in std_logic;
        a, b : in unsigned(W - 1 downto 0);
        x, y : in signed(W - 1 downto 0);
        s : in std_logic_vector(W - 1 downto 0); t : in std_logic_vector(W - 1 downto 0);
        n : in natural range 0 to 9; i, j : in integer range -20 to 20;
        d1, m1, e1 : out unsigned(W - 1 downto 0); d2, m2, e2 : out signed(W - 1 downto 0);
        di, mi, ri, ai, pi : out integer;
        sl, sr, rl, rr : out unsigned(W - 1 downto 0); ssl, ssr, srl2 : out signed(W - 1 downto 0);
        an, o, xo, na, no, xn, nt : out std_logic_vector(W - 1 downto 0);
        rand, ror2, rxor, rnand, rnor, rxnor : out std_logic;
        seq : out boolean; vmax : out unsigned(W - 1 downto 0);
        cc : out std_logic_vector(2 * W downto 0); sll2, rol2 : out unsigned(W - 1 downto 0));
end;
architecture rtl of ops2 is begin
  process (clk) is begin
    if rising_edge(clk) then
      if b /= 0 then d1 <= a / b; m1 <= a mod b; e1 <= a rem b; end if;
      if y /= 0 then d2 <= x / y; m2 <= x mod y; e2 <= x rem y; end if;
      if j /= 0 then di <= i / j; mi <= i mod j; ri <= i rem j; end if;
      ai <= abs i; pi <= i ** 2;
      sl <= shift_left(a, n); sr <= shift_right(a, n); rl <= rotate_left(a, n); rr <= rotate_right(a, n);
      ssl <= shift_left(x, n); ssr <= shift_right(x, n); srl2 <= x srl 1;
      an <= s and t; o <= s or t; xo <= s xor t; na <= s nand t; no <= s nor t; xn <= s xnor t; nt <= not s;
      rand <= and s; ror2 <= or s; rxor <= xor s; rnand <= nand s; rnor <= nor s; rxnor <= xnor s;
       seq <= s = t; vmax <= maximum(a, b);
      cc <= s & '1' & t; sll2 <= a sll 2; rol2 <= a rol 3;
    end if;
  end process;
end;
