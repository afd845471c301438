-- The bank at a fixed place of a board: WIDTH lines and the two push buttons.

library ieee;
use ieee.std_logic_1164.all;

entity edge_bank_top is
  generic (
    WIDTH : positive := 4
  );
  port (
    clk     : in  std_logic;
    rst     : in  std_logic;
    lines   : in  std_logic_vector(WIDTH - 1 downto 0);
    buttons : in  std_logic_vector(1 downto 0);
    mask    : in  std_logic_vector(WIDTH - 1 downto 0);
    clear   : in  std_logic_vector(WIDTH - 1 downto 0);
    flags   : out std_logic_vector(WIDTH - 1 downto 0);
    pressed : out std_logic_vector(1 downto 0);
    irq     : out std_logic
  );
end entity edge_bank_top;

architecture structure of edge_bank_top is
  signal line_irq   : std_logic;
  signal button_irq : std_logic;
  constant ALWAYS   : std_logic_vector(1 downto 0) := "11";
begin

  line_bank : entity work.edge_bank(rtl)
    port map (clk => clk, rst => rst, inputs => lines, mask => mask,
              clear => clear, flags => flags, irq => line_irq);

  -- the buttons pull down and acknowledge themselves
  button_bank : entity work.edge_bank
    generic map (FALLING => 1)
    port map (clk => clk, rst => rst, inputs => buttons, mask => ALWAYS,
              clear => ALWAYS, flags => pressed, irq => button_irq);

  irq <= line_irq or button_irq;

end architecture structure;
