-- A bank of edge detectors with sticky, maskable interrupt flags.
--
-- The width of the bank is that of what is connected to "inputs": all ports
-- are unconstrained and must be equally long.  The lower FALLING inputs react
-- to falling edges, the others to rising ones, the topmost one to both.

library ieee;
use ieee.std_logic_1164.all;

entity edge_bank is
  generic (
    FALLING : natural := 0
  );
  port (
    clk    : in  std_logic;
    rst    : in  std_logic;
    inputs : in  std_logic_vector;
    mask   : in  std_logic_vector;
    clear  : in  std_logic_vector;
    flags  : out std_logic_vector;
    irq    : out std_logic
  );
end entity edge_bank;

architecture rtl of edge_bank is

  constant N : positive := inputs'length;

  signal line_in : std_logic_vector(N - 1 downto 0);
  signal hits    : std_logic_vector(N - 1 downto 0);
  signal sticky  : std_logic_vector(N - 1 downto 0) := (others => '0');

  function any (v : std_logic_vector) return std_logic is
    variable r : std_logic := '0';
  begin
    for i in v'range loop
      r := r or v(i);
    end loop;
    return r;
  end function any;

begin

  assert mask'length = N and clear'length = N and flags'length = N
    report "edge_bank: ports of different lengths" severity failure;
  assert FALLING < N
    report "edge_bank: FALLING is too large" severity failure;

  line_in <= inputs;

  detectors : for i in N - 1 downto 0 generate

    low : if i < FALLING generate
      u : entity work.edge_detect
        generic map ("falling")
        port map (clk, rst, line_in(i), hits(i));
    end generate low;

    high : if i >= FALLING and i < N - 1 generate
      u : entity work.edge_detect
        port map (clk => clk, rst => rst, d => line_in(i), hit => hits(i));
    end generate high;

    top : if i >= FALLING and i = N - 1 generate
      u : entity work.edge_detect
        generic map (KIND => "both")
        port map (clk => clk, rst => rst, d => line_in(i), hit => hits(i));
    end generate top;

  end generate detectors;

  process (clk)
    variable next_flags : std_logic_vector(sticky'range);
  begin
    if rising_edge(clk) then
      -- a new edge wins over a simultaneous clear
      next_flags := (sticky and not clear) or hits;
      if rst = '1' then
        next_flags := (others => '0');
      end if;
      sticky <= next_flags;
    end if;
  end process;

  flags <= sticky;
  irq   <= any(sticky and mask);

end architecture rtl;
