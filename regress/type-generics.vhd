-- SPDX-License-Identifier: GPL-3.0-or-later
-- Generic types, subprograms and packages of VHDL-2008.

library ieee;
use ieee.std_logic_1164.all;

package generic_queue is
  generic (
    type element_t;
    CAPACITY : positive := 4
  );
  type buffer_t is array (0 to CAPACITY - 1) of element_t;
end package generic_queue;

library ieee;
use ieee.std_logic_1164.all;

entity delay_any is
  generic (
    type data_t;
    function is_idle (x : data_t) return boolean;
    package q is new work.generic_queue generic map (<>);
    DELAY : positive := 3
  );
  port (
    clk : in  std_logic;
    d   : in  data_t;
    q_o : out data_t
  );
end entity delay_any;

architecture rtl of delay_any is
  type chain_t is array (1 to DELAY) of data_t;
  signal chain : chain_t;
begin
  process (clk)
  begin
    if rising_edge(clk) then
      for i in DELAY downto 2 loop
        chain(i) <= chain(i - 1);
      end loop;
      if not is_idle(d) then
        chain(1) <= d;
      end if;
    end if;
  end process;
  q_o <= chain(DELAY);
end architecture rtl;
