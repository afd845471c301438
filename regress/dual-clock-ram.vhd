-- SPDX-License-Identifier: GPL-3.0-or-later
-- Simple dual-port memory: one clock writes, the other one reads, with an
-- optional output register and synthesis attributes.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity dual_clock_ram is
  generic (
    ADDR_WIDTH : integer := 10;
    DATA_WIDTH : integer := 32;
    OUT_REG    : boolean := true;
    RAM_STYLE  : string  := "block"
  );
  port (
    wr_clk  : in  std_logic;
    wr_en   : in  std_logic;
    wr_be   : in  std_logic_vector((DATA_WIDTH + 7) / 8 - 1 downto 0);
    wr_addr : in  std_logic_vector(ADDR_WIDTH - 1 downto 0);
    wr_data : in  std_logic_vector(DATA_WIDTH - 1 downto 0);
    rd_clk  : in  std_logic;
    rd_en   : in  std_logic;
    rd_addr : in  std_logic_vector(ADDR_WIDTH - 1 downto 0);
    rd_data : out std_logic_vector(DATA_WIDTH - 1 downto 0)
  );
end dual_clock_ram;

architecture inferred of dual_clock_ram is

  type mem_t is array (0 to 2**ADDR_WIDTH - 1)
    of std_logic_vector(DATA_WIDTH - 1 downto 0);
  signal mem : mem_t := (others => (others => '0'));

  attribute ram_style_attr : string;
  attribute ram_style_attr of mem : signal is RAM_STYLE;

  signal q : std_logic_vector(DATA_WIDTH - 1 downto 0);

  function upper (lane, width : natural) return natural is
  begin
    if lane * 8 + 7 < width then
      return lane * 8 + 7;
    end if;
    return width - 1;
  end function;

begin

  write_port : process (wr_clk)
  begin
    if rising_edge(wr_clk) then
      if wr_en = '1' then
        for lane in wr_be'range loop
          if wr_be(lane) = '1' then
            mem(to_integer(unsigned(wr_addr)))
              (upper(lane, DATA_WIDTH) downto lane * 8)
              <= wr_data(upper(lane, DATA_WIDTH) downto lane * 8);
          end if;
        end loop;
      end if;
    end if;
  end process;

  read_port : process (rd_clk)
  begin
    if rising_edge(rd_clk) then
      if rd_en = '1' then
        q <= mem(to_integer(unsigned(rd_addr)));
      end if;
    end if;
  end process;

  with_register : if OUT_REG generate
    process (rd_clk)
    begin
      if rising_edge(rd_clk) then
        rd_data <= q;
      end if;
    end process;
  end generate;

  without_register : if not OUT_REG generate
    rd_data <= q;
  end generate;

end inferred;
