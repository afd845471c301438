-- SPDX-License-Identifier: GPL-3.0-or-later
-- What VHDL-2008 brought: process (all), case?, ??, reduction operators, an
-- out port that is read, conditional assignment inside a process.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity request_encoder is
  generic (
    LINES : positive := 8;
    IDX_W : positive := 3
  );
  port (
    clk     : in  std_logic;
    rst     : in  std_logic;
    request : in  std_logic_vector(LINES - 1 downto 0);
    mode    : in  std_logic_vector(2 downto 0);
    index   : out unsigned(IDX_W - 1 downto 0);
    valid   : out std_logic;
    parity  : out std_logic;
    sticky  : out std_logic
  );
end entity request_encoder;

architecture rtl of request_encoder is
  signal masked : std_logic_vector(request'range);
begin

  mask : process (all)
  begin
    case? mode is
      when "1--" => masked <= request;
      when "01-" => masked <= request and not (request'range => mode(0));
      when "001" => masked <= (0 => request(0), others => '0');
      when others => masked <= (others => '0');
    end case?;
  end process mask;

  encode : process (all)
  begin
    index <= (others => '0');
    for i in masked'low to masked'high loop
      if masked(i) then
        index <= to_unsigned(i, IDX_W);
        exit;
      end if;
    end loop;
  end process encode;

  valid  <= or masked;
  parity <= xor request;

  hold : process (clk)
  begin
    if rising_edge(clk) then
      sticky <= '0' when rst = '1' else sticky or valid;
    end if;
  end process hold;

end architecture rtl;
