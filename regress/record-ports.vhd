-- SPDX-License-Identifier: GPL-3.0-or-later
-- A bus as records, in the style of interconnect libraries: types in a
-- package, arrays of records as ports, a record generic.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package bus_types is
  type bus_req_t is record
    addr  : std_logic_vector(31 downto 0);
    wdata : std_logic_vector(31 downto 0);
    sel   : std_logic_vector(3 downto 0);
    we    : std_logic;
    stb   : std_logic;
  end record;

  type bus_rsp_t is record
    rdata : std_logic_vector(31 downto 0);
    ack   : std_logic;
    err   : std_logic;
  end record;

  type bus_req_array_t is array (natural range <>) of bus_req_t;
  type bus_rsp_array_t is array (natural range <>) of bus_rsp_t;

  type region_t is record
    base : natural;
    size : positive;
  end record;
  type regions_t is array (natural range <>) of region_t;

  constant BUS_REQ_IDLE : bus_req_t := (
    addr => (others => '0'), wdata => (others => '0'),
    sel => "0000", we => '0', stb => '0');
  constant BUS_RSP_IDLE : bus_rsp_t := (
    rdata => (others => '0'), ack => '0', err => '0');
end package bus_types;

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.bus_types.all;

entity bus_mux is
  generic (
    REGIONS : regions_t := (0 => (base => 0, size => 4096),
                            1 => (base => 4096, size => 256));
    REGISTERED : boolean := true
  );
  port (
    clk_i  : in  std_ulogic;
    rst_i  : in  std_ulogic;
    host_i : in  bus_req_t;
    host_o : out bus_rsp_t;
    dev_o  : out bus_req_array_t(REGIONS'range);
    dev_i  : in  bus_rsp_array_t(REGIONS'range)
  );
end entity bus_mux;

architecture rtl of bus_mux is
  signal hit : std_ulogic_vector(REGIONS'range);
  signal rsp : bus_rsp_t;
begin

  decode : for i in REGIONS'range generate
    hit(i) <= '1' when to_integer(unsigned(host_i.addr(30 downto 0)))
                         >= REGIONS(i).base
                   and to_integer(unsigned(host_i.addr(30 downto 0)))
                         < REGIONS(i).base + REGIONS(i).size
              else '0';
    dev_o(i) <= host_i when hit(i) = '1' else BUS_REQ_IDLE;
  end generate decode;

  answer : process (all) is
  begin
    rsp <= BUS_RSP_IDLE;
    rsp.err <= host_i.stb and nor hit;
    for i in REGIONS'range loop
      if hit(i) = '1' then
        rsp <= dev_i(i);
      end if;
    end loop;
  end process answer;

  out_reg : if REGISTERED generate
    process (clk_i) is
    begin
      if rising_edge(clk_i) then
        host_o <= rsp;
        if rst_i = '1' then
          host_o <= BUS_RSP_IDLE;
        end if;
      end if;
    end process;
  else generate
    host_o <= rsp;
  end generate out_reg;

end architecture rtl;
