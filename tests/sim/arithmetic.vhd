-- SPDX-License-Identifier: GPL-3.0-or-later
-- numeric_std on vectors of symbolic width.
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
entity ops1 is
  generic (W : positive := 4; V : positive := 3);
  port (clk : in std_logic;
        a, b : in unsigned(W - 1 downto 0);
        c : in unsigned(V - 1 downto 0);
        x, y : in signed(W - 1 downto 0);
        i : in integer range -8 to 8; n : in natural range 0 to 9;
        u_add, u_sub, u_addn, u_subn, nsubu : out unsigned(W - 1 downto 0);
        u_addv : out unsigned(maximum(W, V) - 1 downto 0);
        u_mul : out unsigned(W + V - 1 downto 0);
        s_mul : out signed(2 * W - 1 downto 0);
        s_add, s_sub, s_neg, s_abs, s_addi : out signed(W - 1 downto 0);
        lt, le, gt, ge, eq, ne : out boolean;
        slt, sle, sgt, sge, seq, sne : out boolean;
        ilt, ile, ieq, nlt, neq, slti, seqi : out boolean;
        ltv, eqv : out boolean;
        r1 : out unsigned(W + 1 downto 0); r2 : out unsigned(V - 1 downto 0);
        q1 : out signed(W + 1 downto 0); q2 : out signed(V - 1 downto 0);
        ti : out integer; si : out integer;
        tu : out unsigned(V - 1 downto 0); ts : out signed(W - 1 downto 0));
end;
architecture rtl of ops1 is begin
  process (clk) is begin
    if rising_edge(clk) then
      u_add <= a + b; u_sub <= a - b; u_addn <= a + n; u_subn <= a - n; nsubu <= n - a;
      u_addv <= a + c; u_mul <= a * c; s_mul <= x * y;
      s_add <= x + y; s_sub <= x - y; s_neg <= -x; s_abs <= abs x; s_addi <= x + i;
      lt <= a < b; le <= a <= b; gt <= a > b; ge <= a >= b; eq <= a = b; ne <= a /= b;
      slt <= x < y; sle <= x <= y; sgt <= x > y; sge <= x >= y; seq <= x = y; sne <= x /= y;
      ilt <= i < n; ile <= i <= n; ieq <= i = n; nlt <= a < n; neq <= a = n; slti <= x < i; seqi <= x = i;
      ltv <= a < c; eqv <= a = c;
      r1 <= resize(a, W + 2); r2 <= resize(a, V); q1 <= resize(x, W + 2); q2 <= resize(x, V);
      ti <= to_integer(a); si <= to_integer(x);
      tu <= to_unsigned(n, V); ts <= to_signed(i, W);
    end if;
  end process;
end;
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
entity mixed is generic (W : positive := 4);
  port (clk : in std_logic; x : in signed(W - 1 downto 0); a : in unsigned(W - 1 downto 0); i : in integer range -100 to 100; n : in natural range 1 to 50;
    p, q : out signed(2 * W - 1 downto 0); r, s, t : out signed(W - 1 downto 0); u : out unsigned(2 * W - 1 downto 0); v, w2, z : out unsigned(W - 1 downto 0));
end;
architecture rtl of mixed is begin
  process (clk) begin
    if rising_edge(clk) then
      p <= x * i; q <= i * x; r <= x mod n; s <= x / n; t <= x rem n; u <= a * n; v <= a / n; w2 <= a mod n; z <= n + a;
    end if;
  end process;
end;
