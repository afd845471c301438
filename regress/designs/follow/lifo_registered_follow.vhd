-- SPDX-License-Identifier: GPL-3.0-or-later
-- A LIFO whose output is a register, loaded when an item is popped, and around
-- it a checker that follows one item: `pick` chooses which push it follows,
-- `above` counts the items that lie on it, and the item is looked at in the
-- cycle after it has left.
library ieee;
use ieee.std_logic_1164.all;

entity lifo_registered is
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

architecture rtl of lifo_registered is
  type mem_t is array (0 to DEPTH - 1) of
    std_logic_vector(WIDTH - 1 downto 0);
  signal mem : mem_t;
  signal sp  : integer range 0 to DEPTH;
begin
  full  <= '1' when sp = DEPTH else '0';
  empty <= '1' when sp = 0 else '0';

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        sp <= 0;
      elsif push = '1' then
        if sp /= DEPTH then
          mem(sp) <= din;
          sp      <= sp + 1;
        end if;
      elsif pop = '1' and sp /= 0 then
        dout <= mem(sp - 1);
        sp   <= sp - 1;
      end if;
    end if;
  end process;
end architecture;

library ieee;
use ieee.std_logic_1164.all;

entity lifo_registered_follow is
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

architecture checker of lifo_registered_follow is
  signal dout        : std_logic_vector(WIDTH - 1 downto 0);
  signal full, empty : std_logic;
  signal taken, left : std_logic;
  signal following   : std_logic;
  signal item        : std_logic_vector(WIDTH - 1 downto 0);
  signal above       : natural;
  signal due         : std_logic;  -- the item is at the output now
  signal expected    : std_logic_vector(WIDTH - 1 downto 0);
begin
  dut : entity work.lifo_registered
    generic map (DEPTH => DEPTH, WIDTH => WIDTH)
    port map (clk => clk, rst => rst, push => push, din => din, pop => pop,
              dout => dout, full => full, empty => empty);

  taken <= push and not full;
  left  <= pop and not push and not empty;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        following <= '0';
        above     <= 0;
        due       <= '0';
      else
        there : assert not (following = '1' and empty = '1')
          report "the item is gone" severity error;
        data : assert not (due = '1' and dout /= expected)
          report "not the item that was pushed" severity error;
        due <= '0';
        if following = '1' then
          if taken = '1' then
            above <= above + 1;
          elsif left = '1' then
            if above = 0 then
              following <= '0';
              due       <= '1';
              expected  <= item;
            else
              above <= above - 1;
            end if;
          end if;
        elsif taken = '1' and pick = '1' then
          following <= '1';
          item      <= din;
          above     <= 0;
        end if;
      end if;
    end if;
  end process;
end architecture;
