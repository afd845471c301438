-- SPDX-License-Identifier: GPL-3.0-or-later
-- Blocks with local signals, aliases of slices, selected and conditional
-- signal assignments; no process at all except for the registers.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity instruction_decoder is
  generic (IMM_W : natural range 4 to 16 := 12);
  port (
    clock       : in  std_logic;
    instruction : in  std_logic_vector(IMM_W + 7 downto 0);
    a, b        : in  signed(15 downto 0);
    result      : out signed(15 downto 0);
    zero        : out std_logic
  );
end entity instruction_decoder;

architecture dataflow of instruction_decoder is
  alias opcode : std_logic_vector(3 downto 0)
    is instruction(instruction'high downto instruction'high - 3);
  alias dest : std_logic_vector(3 downto 0)
    is instruction(IMM_W + 3 downto IMM_W);
  alias imm : std_logic_vector(IMM_W - 1 downto 0)
    is instruction(IMM_W - 1 downto 0);
  signal operand, value : signed(15 downto 0);
begin

  fetch : block is
    signal extended : signed(15 downto 0);
  begin
    extended <= resize(signed(imm), 16);
    operand  <= extended when opcode(3) = '1' else b;
  end block fetch;

  execute : block is
  begin
    with opcode(2 downto 0) select
      value <= a + operand         when "000",
               a - operand         when "001",
               a and operand       when "010",
               a or operand        when "011",
               a xor operand       when "100",
               shift_left(a, to_integer(unsigned(dest))) when "101",
               not a               when "110",
               (others => '-')     when others;
  end block execute;

  result <= value when rising_edge(clock);
  zero   <= '1' when value = 0 else '0';

end architecture dataflow;
