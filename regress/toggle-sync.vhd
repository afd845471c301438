-- SPDX-License-Identifier: GPL-3.0-or-later
-- Pulse over a clock boundary by a toggle, with resets of either polarity.

library ieee;
use ieee.std_logic_1164.all;

entity toggle_sync is
  generic (
    SYNC_STAGES  : integer range 2 to 5 := 2;
    RESET_ACTIVE : std_logic := '1'
  );
  port (
    src_clk   : in  std_logic;
    src_rst   : in  std_logic;
    src_pulse : in  std_logic;
    dst_clk   : in  std_logic;
    dst_rst   : in  std_logic;
    dst_pulse : out std_logic
  );
end entity toggle_sync;

architecture rtl of toggle_sync is
  signal toggle : std_logic := '0';
  signal chain  : std_logic_vector(SYNC_STAGES downto 0) := (others => '0');
  attribute async_reg : string;
  attribute async_reg of chain : signal is "true";
begin

  source : process (src_clk, src_rst) is
  begin
    if src_rst = RESET_ACTIVE then
      toggle <= '0';
    elsif rising_edge(src_clk) then
      if src_pulse = '1' then
        toggle <= not toggle;
      end if;
    end if;
  end process source;

  destination : process (dst_clk, dst_rst) is
  begin
    if dst_rst = RESET_ACTIVE then
      chain <= (others => '0');
    elsif rising_edge(dst_clk) then
      chain <= chain(chain'high - 1 downto 0) & toggle;
    end if;
  end process destination;

  dst_pulse <= chain(chain'high) xor chain(chain'high - 1);

end architecture rtl;
