-- SPDX-License-Identifier: GPL-3.0-or-later
-- Two-process style: one record holds all registers, one combinational
-- process computes its next value, one clocked process stores it.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity pulse_stretcher is
  generic (
    G_CHANNELS : positive range 1 to 64 := 4;
    G_LENGTH   : positive := 10;
    G_ASYNC    : boolean := false
  );
  port (
    clk_i   : in  std_ulogic;
    rstn_i  : in  std_ulogic;
    pulse_i : in  std_ulogic_vector(G_CHANNELS - 1 downto 0);
    level_o : out std_ulogic_vector(G_CHANNELS - 1 downto 0);
    any_o   : out std_ulogic
  );
end entity;

architecture rtl of pulse_stretcher is

  subtype count_t is natural range 0 to G_LENGTH;
  type count_array_t is array (G_CHANNELS - 1 downto 0) of count_t;

  type reg_type is record
    count : count_array_t;
    level : std_ulogic_vector(G_CHANNELS - 1 downto 0);
    any   : std_ulogic;
  end record;

  constant REG_RESET : reg_type := (
    count => (others => 0),
    level => (others => '0'),
    any   => '0'
  );

  signal r   : reg_type := REG_RESET;
  signal rin : reg_type;

begin

  comb : process (r, rstn_i, pulse_i) is
    variable v : reg_type;
  begin
    v := r;

    for i in v.count'range loop
      if pulse_i(i) = '1' then
        v.count(i) := G_LENGTH;
        v.level(i) := '1';
      elsif v.count(i) > 0 then
        v.count(i) := v.count(i) - 1;
      else
        v.level(i) := '0';
      end if;
    end loop;

    v.any := '0';
    for i in v.level'range loop
      v.any := v.any or v.level(i);
    end loop;

    if not G_ASYNC and rstn_i = '0' then
      v := REG_RESET;
    end if;

    rin <= v;
    level_o <= r.level;
    any_o <= r.any;
  end process comb;

  seq : process (clk_i, rstn_i) is
  begin
    if G_ASYNC and rstn_i = '0' then
      r <= REG_RESET;
    elsif rising_edge(clk_i) then
      r <= rin;
    end if;
  end process seq;

end architecture rtl;
