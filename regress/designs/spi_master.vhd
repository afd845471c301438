-- SPI master, all four modes, MSB first.
--
--   G_CPOL  clock polarity: level of sclk at rest
--   G_CPHA  clock phase: '0' samples on the first edge, '1' on the second
--   G_DIV   system clocks per half period of sclk
--
-- sclk is an ordinary register output; nothing in here is clocked by it.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity spi_master is
  generic (
    G_BITS   : positive  := 8;
    G_DIV    : positive  := 2;
    G_SLAVES : positive  := 1;
    G_CPOL   : std_logic := '0';
    G_CPHA   : std_logic := '0');
  port (
    i_clk   : in  std_logic;
    i_rst   : in  std_logic;
    i_start : in  std_logic;
    i_slave : in  natural range 0 to G_SLAVES-1;
    i_tx    : in  std_logic_vector(G_BITS-1 downto 0);
    o_rx    : out std_logic_vector(G_BITS-1 downto 0);
    o_busy  : out std_logic;
    o_done  : out std_logic;
    -- bus
    o_sclk  : out std_logic;
    o_mosi  : out std_logic;
    i_miso  : in  std_logic;
    o_ss_n  : out std_logic_vector(G_SLAVES-1 downto 0));
end entity spi_master;

architecture rtl of spi_master is

  constant C_EDGES : positive := 2 * G_BITS;

  signal r_shift : std_logic_vector(G_BITS-1 downto 0);
  signal r_bit   : std_logic;                     -- sampled, not yet shifted
  signal r_div   : natural range 0 to G_DIV-1;
  signal r_edge  : natural range 0 to C_EDGES;    -- edges still to come
  signal r_sclk  : std_logic;
  signal r_busy  : std_logic;
  signal r_slave : natural range 0 to G_SLAVES-1;

begin

  p_master : process (i_clk)
    variable v_leading : boolean;
  begin
    if rising_edge(i_clk) then
      o_done <= '0';

      if i_rst = '1' then
        r_busy  <= '0';
        r_sclk  <= G_CPOL;
        r_div   <= 0;
        r_edge  <= 0;
        r_slave <= 0;
        r_bit   <= '0';
        r_shift <= (others => '0');

      elsif r_busy = '0' then
        if i_start = '1' then
          r_busy  <= '1';
          r_shift <= i_tx;
          r_slave <= i_slave;
          r_edge  <= C_EDGES;
          r_div   <= G_DIV-1;
        end if;

      elsif r_div /= 0 then
        r_div <= r_div - 1;

      elsif r_edge /= 0 then
        -- an even number of edges left means that the next one is leading
        v_leading := (r_edge rem 2) = 0;
        r_div     <= G_DIV-1;
        r_edge    <= r_edge - 1;
        r_sclk    <= not r_sclk;

        if v_leading = (G_CPHA = '0') then
          r_bit <= i_miso;
        elsif not (v_leading and r_edge = C_EDGES) then
          r_shift <= r_shift(G_BITS-2 downto 0) & r_bit;
        end if;

      else
        if G_CPHA = '1' then
          r_shift <= r_shift(G_BITS-2 downto 0) & r_bit;
        end if;
        r_busy <= '0';
        o_done <= '1';
      end if;
    end if;
  end process p_master;

  o_rx   <= r_shift;
  o_busy <= r_busy;
  o_sclk <= r_sclk;
  o_mosi <= r_shift(r_shift'high);

  p_select : process (r_busy, r_slave)
  begin
    o_ss_n <= (others => '1');
    if r_busy = '1' then
      o_ss_n(r_slave) <= '0';
    end if;
  end process p_select;

end architecture rtl;
