-- SPDX-License-Identifier: GPL-3.0-or-later
-- True dual-port memory with a shared variable, which VHDL-93 allows and
-- later standards only with relaxed rules.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity true_dual_port is
  generic (
    A : natural := 6;
    D : natural := 16
  );
  port (
    clka, clkb   : in  std_logic;
    ena, enb     : in  std_logic;
    wea, web     : in  std_logic;
    addra, addrb : in  std_logic_vector(A-1 downto 0);
    dia, dib     : in  std_logic_vector(D-1 downto 0);
    doa, dob     : out std_logic_vector(D-1 downto 0)
  );
end true_dual_port;

architecture syn of true_dual_port is
  type ram_type is array (2**A-1 downto 0) of std_logic_vector(D-1 downto 0);
  shared variable ram : ram_type;
begin

  port_a : process (clka)
  begin
    if clka'event and clka = '1' then
      if ena = '1' then
        doa <= ram(to_integer(unsigned(addra)));
        if wea = '1' then
          ram(to_integer(unsigned(addra))) := dia;
        end if;
      end if;
    end if;
  end process;

  port_b : process (clkb)
  begin
    if clkb'event and clkb = '1' then
      if enb = '1' then
        dob <= ram(to_integer(unsigned(addrb)));
        if web = '1' then
          ram(to_integer(unsigned(addrb))) := dib;
        end if;
      end if;
    end if;
  end process;

end syn;
