-- SPDX-License-Identifier: GPL-3.0-or-later
-- Processes in several styles.
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
entity seq is
  generic (N : positive := 4; LIM : natural := 9);
  port (clk, rst, en : in std_logic; d : in unsigned(3 downto 0); m : in std_logic_vector(2 downto 0);
    q : out unsigned(3 downto 0); cnt : out natural range 0 to LIM; sh : out std_logic_vector(N - 1 downto 0); ok : out boolean;
    w : out integer range 0 to 63; st : out std_logic_vector(1 downto 0); gr : out unsigned(3 downto 0); sm : out integer range -16 to 15);
end;
architecture rtl of seq is
  signal c : natural range 0 to LIM := 0;
  signal s : std_logic_vector(N - 1 downto 0) := (0 => '1', others => '0');
  signal r, nxt : unsigned(3 downto 0);
  signal sx : signed(4 downto 0) := "00000";
  type mode_t is (a, b, c2, d2);
  signal mode : mode_t;
  signal prev : std_logic := '0';
  function g (x : unsigned) return unsigned is begin return x xor shift_right(x, 1); end;
begin
  process begin
    wait until rising_edge(clk);
    if rst = '1' then c <= 0; s <= (0 => '1', others => '0');
    elsif en = '1' then
      c <= 0 when c = LIM else c + 1;
      s <= s(N - 2 downto 0) & s(N - 1);
    end if;
  end process;
  comb : process (all) is
  begin
    nxt <= r;
    case m is
      when "000" => nxt <= d;
      when "001" | "010" => nxt <= r + d;
      when "011" => nxt <= r - d;
      when "100" => nxt <= not r;
      when others => nxt <= (others => '0');
    end case;
    if m(2) = '1' and m(1) = '0' then nxt(0) <= d(3); nxt(3 downto 2) <= d(1 downto 0); end if;
  end process;
  regs : process (clk, rst) begin
    if rst = '1' then r <= "0110"; mode <= a; sx <= (others => '0'); prev <= '0';
    elsif rising_edge(clk) then
      r <= nxt; prev <= en;
      if prev = '0' and en = '1' then mode <= mode_t'succ(mode) when mode /= d2 else a; end if;
      sx <= sx + signed('0' & d) when m(0) = '1' else sx - signed(resize(d, 5));
    end if;
  end process;
  q <= r; cnt <= c; sh <= s; ok <= (c = LIM) xor (r = 0);
  w <= to_integer(r) * c mod 64;
  with mode select st <= "00" when a, "01" when b, "10" when c2, "11" when d2;
  gr <= g(r); sm <= to_integer(sx);
end;
