-- SPDX-License-Identifier: GPL-3.0-or-later
-- Modulo counter with synchronous reset, clock enable and parallel load.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity sync_counter is
  generic (
    WIDTH  : positive := 8;
    MODULO : natural range 2 to 65536 := 200;
    RESET_VALUE : natural := 0
  );
  port (
    clk   : in  std_logic;
    rst   : in  std_logic;
    ce    : in  std_logic := '1';
    load  : in  std_logic := '0';
    d     : in  std_logic_vector(WIDTH - 1 downto 0) := (others => '0');
    q     : out std_logic_vector(WIDTH - 1 downto 0);
    carry : out std_logic
  );
end entity sync_counter;

architecture rtl of sync_counter is
  signal count : unsigned(WIDTH - 1 downto 0)
    := to_unsigned(RESET_VALUE, WIDTH);
begin

  assert MODULO <= 2 ** WIDTH
    report "MODULO does not fit into WIDTH bits"
    severity failure;

  counter : process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        count <= to_unsigned(RESET_VALUE, WIDTH);
      elsif ce = '1' then
        if load = '1' then
          count <= unsigned(d);
        elsif count = MODULO - 1 then
          count <= (others => '0');
        else
          count <= count + 1;
        end if;
      end if;
    end if;
  end process counter;

  q     <= std_logic_vector(count);
  carry <= '1' when count = MODULO - 1 and ce = '1' else '0';

end architecture rtl;
