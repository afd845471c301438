-- SPDX-License-Identifier: GPL-3.0-or-later
-- A FIFO, and around it a checker that follows one item: `pick` chooses which
-- push it follows, `ahead` counts the items that leave before it. Since every
-- item can be the one, every item comes out once, unchanged and in order.
library ieee;
use ieee.std_logic_1164.all;

entity fifo_ring is
  generic (
    DEPTH : positive := 8;
    WIDTH : positive := 16
  );
  port (
    clk   : in  std_logic;
    rst   : in  std_logic;
    push  : in  std_logic;
    din   : in  std_logic_vector(WIDTH - 1 downto 0);
    pop   : in  std_logic;
    dout  : out std_logic_vector(WIDTH - 1 downto 0);
    full  : out std_logic;
    empty : out std_logic
  );
end entity;

architecture rtl of fifo_ring is
  type mem_t is array (0 to DEPTH - 1) of
    std_logic_vector(WIDTH - 1 downto 0);
  signal mem    : mem_t;
  signal wp, rp : integer range 0 to DEPTH - 1;
  signal count  : integer range 0 to DEPTH;
  signal do_push, do_pop : std_logic;
begin
  full    <= '1' when count = DEPTH else '0';
  empty   <= '1' when count = 0 else '0';
  do_push <= '1' when push = '1' and count /= DEPTH else '0';
  do_pop  <= '1' when pop = '1' and count /= 0 else '0';
  dout    <= mem(rp);

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        wp    <= 0;
        rp    <= 0;
        count <= 0;
      else
        if do_push = '1' then
          mem(wp) <= din;
          if wp = DEPTH - 1 then
            wp <= 0;
          else
            wp <= wp + 1;
          end if;
        end if;
        if do_pop = '1' then
          if rp = DEPTH - 1 then
            rp <= 0;
          else
            rp <= rp + 1;
          end if;
        end if;
        if do_push = '1' and do_pop = '0' then
          count <= count + 1;
        elsif do_push = '0' and do_pop = '1' then
          count <= count - 1;
        end if;
      end if;
    end if;
  end process;
end architecture;

library ieee;
use ieee.std_logic_1164.all;

entity fifo_follow is
  generic (
    DEPTH : positive := 8;
    WIDTH : positive := 16
  );
  port (
    clk  : in std_logic;
    rst  : in std_logic;
    push : in std_logic;
    din  : in std_logic_vector(WIDTH - 1 downto 0);
    pop  : in std_logic;
    pick : in std_logic
  );
end entity;

architecture checker of fifo_follow is
  signal dout        : std_logic_vector(WIDTH - 1 downto 0);
  signal full, empty : std_logic;
  signal taken, left : std_logic;
  signal level       : natural;  -- items inside, counted here
  signal following   : std_logic;
  signal item        : std_logic_vector(WIDTH - 1 downto 0);
  signal ahead       : natural;
begin
  dut : entity work.fifo_ring
    generic map (DEPTH => DEPTH, WIDTH => WIDTH)
    port map (clk => clk, rst => rst, push => push, din => din, pop => pop,
              dout => dout, full => full, empty => empty);

  taken <= push and not full;
  left  <= pop and not empty;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        level     <= 0;
        following <= '0';
        ahead     <= 0;
      else
        status : assert (level = 0) = (empty = '1')
                        and (level = DEPTH) = (full = '1')
          report "full or empty at the wrong time" severity error;
        there : assert not (following = '1' and empty = '1')
          report "the item is gone" severity error;
        data : assert not (following = '1' and left = '1' and ahead = 0
                           and dout /= item)
          report "not the item that was pushed" severity error;
        if taken = '1' and left = '0' then
          level <= level + 1;
        elsif taken = '0' and left = '1' then
          level <= level - 1;
        end if;
        if following = '1' then
          if left = '1' then
            if ahead = 0 then
              following <= '0';
            else
              ahead <= ahead - 1;
            end if;
          end if;
        elsif taken = '1' and pick = '1' then
          following <= '1';
          item      <= din;
          if left = '1' then
            ahead <= level - 1;
          else
            ahead <= level;
          end if;
        end if;
      end if;
    end if;
  end process;
end architecture;
