-- SPDX-License-Identifier: GPL-3.0-or-later
-- Direct entity instances with positional, named, open and converted
-- associations.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity edge_detect is
  generic (RISING : boolean := true);
  port (
    clk, rst : in  std_logic;
    x        : in  std_logic;
    edge, level : out std_logic
  );
end entity edge_detect;

architecture rtl of edge_detect is
  signal last : std_logic;
begin
  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        last <= '0';
      else
        last <= x;
      end if;
    end if;
  end process;
  edge  <= x and not last when RISING else last and not x;
  level <= last;
end architecture rtl;

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity button_bank is
  generic (
    BUTTONS : positive := 3;
    COUNT_W : positive := 4
  );
  port (
    clk     : in  std_logic;
    rst     : in  std_logic;
    button  : in  std_logic_vector(BUTTONS - 1 downto 0);
    presses : out std_logic_vector(BUTTONS * COUNT_W - 1 downto 0)
  );
end entity button_bank;

architecture rtl of button_bank is
  signal pressed : std_logic_vector(button'range);
  type counts_t is array (button'range) of unsigned(COUNT_W - 1 downto 0);
  signal counts : counts_t := (others => (others => '0'));
begin

  bank : for i in button'range generate
    first : if i = 0 generate
      detect : entity work.edge_detect
        port map (clk, rst, button(i), pressed(i), open);
    end generate first;
    others_gen : if i > 0 generate
      detect : entity work.edge_detect(rtl)
        generic map (RISING => i mod 2 = 1)
        port map (clk => clk, rst => rst, x => button(i),
                  edge => pressed(i), level => open);
    end generate others_gen;

    count : process (clk)
    begin
      if rising_edge(clk) then
        if rst = '1' then
          counts(i) <= (others => '0');
        elsif pressed(i) = '1' then
          counts(i) <= counts(i) + 1;
        end if;
      end if;
    end process;

    presses((i + 1) * COUNT_W - 1 downto i * COUNT_W)
      <= std_logic_vector(counts(i));
  end generate bank;

end architecture rtl;
