-------------------------------------------------------------------------------
-- Title      : Synchronous FIFO, pointers one bit wider than the address
-- File       : fifo_wide_ptr.vhd
-- Standard   : VHDL'93
-------------------------------------------------------------------------------
-- The extra pointer bit distinguishes "full" from "empty": the pointers are
-- equal when the FIFO is empty, and differ in exactly the top bit when it is
-- full.  The depth must therefore be a power of two.
-------------------------------------------------------------------------------
-- Revisions  :
-- Version  Author  Description
-- 1.0      jk      Created
-- 1.1      jk      asynchronous reset instead of the synchronous one
-- 1.2      mm      fill level as an output
-------------------------------------------------------------------------------

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity fifo_wide_ptr is
  generic (
    G_DEPTH : integer range 2 to 65536 := 16;
    G_WIDTH : integer range 1 to 256   := 8);
  port (
    i_clk   : in  std_logic;
    i_rst_n : in  std_logic;
    i_wr    : in  std_logic;
    i_data  : in  std_logic_vector(G_WIDTH-1 downto 0);
    i_rd    : in  std_logic;
    o_data  : out std_logic_vector(G_WIDTH-1 downto 0);
    o_full  : out std_logic;
    o_empty : out std_logic;
    o_half  : out std_logic);
end fifo_wide_ptr;

architecture rtl of fifo_wide_ptr is

  -- smallest n with 2**n >= x
  function clog2 (x : positive) return natural is
    variable v_res : natural := 0;
    variable v_pow : positive := 1;
  begin
    while v_pow < x loop
      v_pow := v_pow * 2;
      v_res := v_res + 1;
    end loop;
    return v_res;
  end clog2;

  constant C_AW : natural := clog2(G_DEPTH);

  type t_mem is array (0 to G_DEPTH-1) of std_logic_vector(G_WIDTH-1 downto 0);

  signal r_mem    : t_mem;
  signal r_wr_ptr : unsigned(C_AW downto 0);
  signal r_rd_ptr : unsigned(C_AW downto 0);
  signal s_full   : std_logic;
  signal s_empty  : std_logic;
  signal s_level  : unsigned(C_AW downto 0);

begin  -- rtl

  assert 2**C_AW = G_DEPTH
    report "fifo_wide_ptr: G_DEPTH must be a power of two"
    severity failure;

  s_empty <= '1' when r_wr_ptr = r_rd_ptr else '0';
  s_full  <= '1' when r_wr_ptr(C_AW) /= r_rd_ptr(C_AW)
                  and r_wr_ptr(C_AW-1 downto 0) = r_rd_ptr(C_AW-1 downto 0)
             else '0';
  s_level <= r_wr_ptr - r_rd_ptr;

  p_pointers : process (i_clk, i_rst_n)
  begin
    if i_rst_n = '0' then
      r_wr_ptr <= (others => '0');
      r_rd_ptr <= (others => '0');
    elsif i_clk'event and i_clk = '1' then
      if i_wr = '1' and s_full = '0' then
        r_wr_ptr <= r_wr_ptr + 1;
      end if;
      if i_rd = '1' and s_empty = '0' then
        r_rd_ptr <= r_rd_ptr + 1;
      end if;
    end if;
  end process p_pointers;

  -- no reset on the memory and its output register: block RAM
  p_memory : process (i_clk)
  begin
    if i_clk'event and i_clk = '1' then
      if i_wr = '1' and s_full = '0' then
        r_mem(to_integer(r_wr_ptr(C_AW-1 downto 0))) <= i_data;
      end if;
      o_data <= r_mem(to_integer(r_rd_ptr(C_AW-1 downto 0)));
    end if;
  end process p_memory;

  o_full  <= s_full;
  o_empty <= s_empty;
  o_half  <= '1' when s_level >= G_DEPTH/2 else '0';

end rtl;
