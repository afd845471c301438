-- SPDX-License-Identifier: GPL-3.0-or-later
-- Asynchronous FIFO with Gray-coded pointers, a procedure local to the
-- architecture, and resets that belong to their clocks.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity gray_fifo is
  generic (
    DEPTH_LOG2 : positive := 4;
    WIDTH      : positive := 8
  );
  port (
    wclk, wrst_n : in  std_logic;
    winc         : in  std_logic;
    wdata        : in  std_logic_vector(WIDTH - 1 downto 0);
    wfull        : out std_logic;
    rclk, rrst_n : in  std_logic;
    rinc         : in  std_logic;
    rdata        : out std_logic_vector(WIDTH - 1 downto 0);
    rempty       : out std_logic
  );
end entity gray_fifo;

architecture rtl of gray_fifo is
  subtype ptr_t is unsigned(DEPTH_LOG2 downto 0);
  type mem_t is array (0 to 2**DEPTH_LOG2 - 1)
    of std_logic_vector(WIDTH - 1 downto 0);

  signal mem : mem_t;
  signal wptr, rptr : ptr_t;
  signal wgray, rgray : ptr_t;
  signal wgray_1, wgray_2, rgray_1, rgray_2 : ptr_t;
  signal full, empty : std_logic;

  function gray (x : unsigned) return unsigned is
  begin
    return x xor shift_right(x, 1);
  end function gray;

  procedure synchronise (signal from : in ptr_t;
                         signal first, second : inout ptr_t) is
  begin
    first  <= from;
    second <= first;
  end procedure synchronise;
begin

  write_side : process (wclk, wrst_n)
    variable nxt : ptr_t;
  begin
    if wrst_n = '0' then
      wptr    <= (others => '0');
      wgray   <= (others => '0');
      rgray_1 <= (others => '0');
      rgray_2 <= (others => '0');
    elsif rising_edge(wclk) then
      synchronise(rgray, rgray_1, rgray_2);
      if winc = '1' and full = '0' then
        mem(to_integer(wptr(DEPTH_LOG2 - 1 downto 0))) <= wdata;
        nxt   := wptr + 1;
        wptr  <= nxt;
        wgray <= gray(nxt);
      end if;
    end if;
  end process write_side;

  read_side : process (rclk, rrst_n)
    variable nxt : ptr_t;
  begin
    if rrst_n = '0' then
      rptr    <= (others => '0');
      rgray   <= (others => '0');
      wgray_1 <= (others => '0');
      wgray_2 <= (others => '0');
    elsif rising_edge(rclk) then
      synchronise(wgray, wgray_1, wgray_2);
      if rinc = '1' and empty = '0' then
        nxt   := rptr + 1;
        rptr  <= nxt;
        rgray <= gray(nxt);
      end if;
    end if;
  end process read_side;

  full <= '1' when wgray(DEPTH_LOG2) /= rgray_2(DEPTH_LOG2)
               and wgray(DEPTH_LOG2 - 1) /= rgray_2(DEPTH_LOG2 - 1)
               and wgray(DEPTH_LOG2 - 2 downto 0)
                   = rgray_2(DEPTH_LOG2 - 2 downto 0)
          else '0';
  empty  <= '1' when rgray = wgray_2 else '0';
  wfull  <= full;
  rempty <= empty;
  rdata  <= mem(to_integer(rptr(DEPTH_LOG2 - 1 downto 0)));

end architecture rtl;
