-- SPDX-License-Identifier: GPL-3.0-or-later
-- Baud rate generator with the arithmetic packages of Synopsys.

library ieee;
use ieee.std_logic_1164.all;
use ieee.std_logic_arith.all;
use ieee.std_logic_unsigned.all;

entity baud_gen is
  generic (
    DIV_WIDTH : natural := 16;
    OVERSAMPLE : natural := 16
  );
  port (
    clk      : in  std_logic;
    reset    : in  std_logic;
    divisor  : in  std_logic_vector(DIV_WIDTH-1 downto 0);
    tick     : out std_logic;
    bit_tick : out std_logic;
    phase    : out std_logic_vector(4 downto 0)
  );
end baud_gen;

architecture rtl of baud_gen is
  signal cnt : std_logic_vector(DIV_WIDTH-1 downto 0);
  signal sub : std_logic_vector(4 downto 0);
  signal t   : std_logic;
begin

  process (clk, reset)
  begin
    if reset = '1' then
      cnt <= (others => '0');
      t   <= '0';
    elsif clk'event and clk = '1' then
      t <= '0';
      if cnt = divisor - 1 then
        cnt <= (others => '0');
        t   <= '1';
      else
        cnt <= cnt + 1;
      end if;
    end if;
  end process;

  process (clk, reset)
  begin
    if reset = '1' then
      sub <= conv_std_logic_vector(0, 5);
    elsif clk'event and clk = '1' then
      if t = '1' then
        if conv_integer(sub) = OVERSAMPLE - 1 then
          sub <= "00000";
        else
          sub <= sub + '1';
        end if;
      end if;
    end if;
  end process;

  tick     <= t;
  bit_tick <= t when sub = 0 else '0';
  phase    <= sub;

end rtl;
