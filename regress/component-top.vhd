-- SPDX-License-Identifier: GPL-3.0-or-later
-- Components, a configuration specification inside the architecture and a
-- configuration declaration behind it.

library ieee;
use ieee.std_logic_1164.all;

entity reg_stage is
  generic (W : positive := 8);
  port (
    clk : in  std_logic;
    en  : in  std_logic;
    d   : in  std_logic_vector(W - 1 downto 0);
    q   : out std_logic_vector(W - 1 downto 0)
  );
end entity reg_stage;

architecture plain of reg_stage is
begin
  process
  begin
    wait until rising_edge(clk);
    if en = '1' then
      q <= d;
    end if;
  end process;
end architecture plain;

architecture transparent of reg_stage is
begin
  q <= d;
end architecture transparent;

library ieee;
use ieee.std_logic_1164.all;

entity pipe is
  generic (
    WIDTH  : positive := 16;
    STAGES : natural := 2
  );
  port (
    clk     : in  std_logic;
    enable  : in  std_logic;
    data_in  : in  std_logic_vector(WIDTH - 1 downto 0);
    data_out : out std_logic_vector(WIDTH - 1 downto 0)
  );
end entity pipe;

architecture structure of pipe is

  component reg_stage is
    generic (W : positive := 8);
    port (
      clk : in  std_logic;
      en  : in  std_logic;
      d   : in  std_logic_vector(W - 1 downto 0);
      q   : out std_logic_vector(W - 1 downto 0)
    );
  end component reg_stage;

  type bus_array is array (natural range <>)
    of std_logic_vector(WIDTH - 1 downto 0);
  signal stage : bus_array(0 to STAGES);

begin

  stage(0) <= data_in;
  data_out <= stage(STAGES);

  stages_gen : for i in 1 to STAGES generate
    for all : reg_stage use entity work.reg_stage(plain);
  begin
    u : reg_stage
      generic map (W => WIDTH)
      port map (clk => clk, en => enable, d => stage(i - 1), q => stage(i));
  end generate stages_gen;

end architecture structure;

configuration pipe_config of pipe is
  for structure
  end for;
end configuration pipe_config;
