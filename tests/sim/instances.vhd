-- SPDX-License-Identifier: GPL-3.0-or-later
-- Instances in several ways, with variables and registers as ports.
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
entity leaf is
  generic (W : natural; INIT : natural := 1; MODE : boolean := true);
  port (clk : in std_logic; rst_n : in std_logic := '1'; d : in unsigned(W - 1 downto 0); en : in boolean := true;
        q : out unsigned(W - 1 downto 0); any : out std_logic; cnt : out natural range 0 to 7);
end;
architecture rtl of leaf is
  signal r : unsigned(W - 1 downto 0) := to_unsigned(INIT, W);
begin
  g1 : if MODE generate
    signal t : natural range 0 to 7 := 3;
  begin
    process (clk, rst_n) is
      variable hist : unsigned(1 downto 0) := "01";
    begin
      if rst_n = '0' then r <= (others => '0'); t <= 0;
      elsif rising_edge(clk) then
        if en then r <= r + d; end if;
        if hist = "11" then t <= (t + 1) mod 8; end if;
        hist := hist(0) & d(0);
      end if;
    end process;
    cnt <= t;
  end generate;
  g2 : if not MODE generate
    process (clk) is begin
      if falling_edge(clk) then
        if en then q <= d; cnt <= 7; else cnt <= 0; end if;
      end if;
    end process;
  end generate;
  g3 : if MODE generate q <= r; end generate;
  any <= '1' when d /= 0 else '0';
end;
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
entity inst is
  generic (N : positive := 2; W : positive := 3);
  port (clk, rst_n, sel : in std_logic; d : in unsigned(W - 1 downto 0); q : out unsigned(W - 1 downto 0); o : out std_logic_vector(N - 1 downto 0);
        neg : out unsigned(W - 1 downto 0); k : out natural range 0 to 15);
end;
architecture rtl of inst is
  type bus_t is array (0 to N) of unsigned(W - 1 downto 0);
  signal b : bus_t;
  component leaf is
    generic (W : natural; INIT : natural := 1; MODE : boolean := true);
    port (clk : in std_logic; rst_n : in std_logic := '1'; d : in unsigned(W - 1 downto 0); en : in boolean := true;
        q : out unsigned(W - 1 downto 0); any : out std_logic; cnt : out natural range 0 to 7);
  end component;
  signal c0, c1 : natural range 0 to 7;
begin
  b(0) <= d;
  gen : for i in 0 to N - 1 generate
    u : leaf generic map (W => W, INIT => 1) port map (clk => clk, rst_n => rst_n, d => b(i), en => sel = '1', q => b(i + 1), any => o(i), cnt => open);
  end generate;
  v : entity work.leaf generic map (W, MODE => false) port map (clk => clk, d => d, q => neg, any => open, cnt => c0);
  w2 : entity work.leaf generic map (2, 3) port map (clk => clk, rst_n => sel, d(1) => d(0), d(0) => sel, q => open, any => open, cnt => c1);
  q <= b(N);
  k <= c0 + c1;
end;
