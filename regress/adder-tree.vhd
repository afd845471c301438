-- SPDX-License-Identifier: GPL-3.0-or-later
-- Pipelined adder tree: for-generate over stages, VHDL-2008 else-generate
-- for the optional registers.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity adder_tree is
  generic (
    STAGES     : natural range 0 to 8 := 3;
    DATA_WIDTH : positive := 12;
    PIPELINED  : boolean := true
  );
  port (
    clk    : in  std_logic;
    reset  : in  std_logic;
    valid  : in  std_logic;
    terms  : in  signed(2**STAGES * DATA_WIDTH - 1 downto 0);
    sum    : out signed(DATA_WIDTH + STAGES - 1 downto 0);
    ready  : out std_logic
  );
end entity adder_tree;

architecture structural of adder_tree is
  subtype value_t is signed(DATA_WIDTH + STAGES - 1 downto 0);
  type level_t is array (0 to 2**STAGES - 1) of value_t;
  type levels_t is array (0 to STAGES) of level_t;
  signal level : levels_t;
  signal shift : std_logic_vector(0 to STAGES);
begin

  g_input : for i in 0 to 2**STAGES - 1 generate
    level(0)(i) <= resize(terms((i + 1) * DATA_WIDTH - 1
                                downto i * DATA_WIDTH), value_t'length);
  end generate g_input;

  shift(0) <= valid;

  g_stage : for s in 1 to STAGES generate
    g_node : for i in 0 to 2**(STAGES - s) - 1 generate
      g_reg : if PIPELINED generate
        process (clk) is
        begin
          if rising_edge(clk) then
            level(s)(i) <= level(s - 1)(2 * i) + level(s - 1)(2 * i + 1);
          end if;
        end process;
      else generate
        level(s)(i) <= level(s - 1)(2 * i) + level(s - 1)(2 * i + 1);
      end generate g_reg;
    end generate g_node;

    g_valid : if PIPELINED generate
      process (clk) is
      begin
        if rising_edge(clk) then
          shift(s) <= shift(s - 1) and not reset;
        end if;
      end process;
    else generate
      shift(s) <= shift(s - 1);
    end generate g_valid;
  end generate g_stage;

  sum   <= level(STAGES)(0);
  ready <= shift(STAGES);

end architecture structural;
