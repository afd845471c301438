--! @file   fifo_fwft.vhd
--! @brief  First-word-fall-through FIFO with an output register.
--!
--! The oldest word is always on out_data while out_valid is set; out_ready
--! takes it.  The words behind it wait in a ring of 2**ADDR_BITS words, so
--! the capacity is 2**ADDR_BITS + 1.  VHDL-2008.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity fifo_fwft is
  generic (
    ADDR_BITS  : natural  := 3;
    DATA_BITS  : positive := 8
  );
  port (
    clk       : in  std_ulogic;
    reset     : in  std_ulogic;
    -- stream in
    in_data   : in  std_ulogic_vector(DATA_BITS - 1 downto 0);
    in_valid  : in  std_ulogic;
    in_ready  : out std_ulogic;
    -- stream out
    out_data  : out std_ulogic_vector(DATA_BITS - 1 downto 0);
    out_valid : out std_ulogic;
    out_ready : in  std_ulogic
  );
end entity;

architecture rtl of fifo_fwft is

  constant RING : positive := 2 ** ADDR_BITS;

  type word_vector is array (natural range <>) of
    std_ulogic_vector(DATA_BITS - 1 downto 0);

  signal store    : word_vector(0 to RING - 1);
  signal wr_index : integer range store'range := 0;
  signal rd_index : integer range store'range := 0;
  signal stored   : integer range 0 to RING := 0;

  -- one step around a ring of n places
  function next_place (i : natural; n : positive) return natural is
  begin
    return (i + 1) mod n;
  end function;

  signal taking, leaving, refill, bypass : std_ulogic;

begin

  in_ready <= '1' when stored < RING else '0';

  taking  <= in_valid and in_ready;
  leaving <= out_valid and out_ready;

  -- The output register is free, or becomes free with this edge.  It is
  -- filled from the ring, or from the input if the ring is empty.
  refill <= (leaving or not out_valid) when stored > 0 else '0';
  bypass <= (leaving or not out_valid) and taking when stored = 0 else '0';

  output_register : process (clk)
  begin
    if rising_edge(clk) then
      if refill then
        out_data  <= store(rd_index);
        out_valid <= '1';
      elsif bypass then
        out_data  <= in_data;
        out_valid <= '1';
      elsif leaving then
        out_valid <= '0';
      end if;
      if reset then
        out_valid <= '0';
      end if;
    end if;
  end process;

  ring_buffer : process (clk)
    variable level : integer range 0 to RING;
  begin
    if rising_edge(clk) then
      level := stored;
      if refill then
        rd_index <= next_place(rd_index, RING);
        level    := level - 1;
      end if;
      if taking and not bypass then
        store(wr_index) <= in_data;
        wr_index <= next_place(wr_index, RING);
        level    := level + 1;
      end if;
      stored <= level;
      if reset then
        wr_index <= 0;
        rd_index <= 0;
        stored   <= 0;
      end if;
    end if;
  end process;

  -- A word never waits in the ring while the output is empty for long:
  -- the stream keeps its order because bypass needs an empty ring.
  assert not (refill = '1' and bypass = '1')
    report "two sources for the output register" severity error;

end architecture;
