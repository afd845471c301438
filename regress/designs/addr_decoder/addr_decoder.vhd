-- Address decoder and read multiplexer for a small peripheral bus.
--
-- Every access is answered: by the slave whose window is hit, or by an error
-- one cycle later if there is none.  The first SLAVES windows of the board's
-- map are used.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.map_pkg.all;

entity addr_decoder is
    generic (
        SLAVES     : integer range 1 to 5 := 4;
        ADDR_WIDTH : integer range 6 to 24 := 8;
        DATA_WIDTH : positive := 8
    );
    port (
        clk       : in  std_logic;
        rst       : in  std_logic;
        -- bus master
        req       : in  std_logic;
        addr      : in  std_logic_vector(ADDR_WIDTH - 1 downto 0);
        rdata     : out std_logic_vector(DATA_WIDTH - 1 downto 0);
        ack       : out std_logic;
        err       : out std_logic;
        -- slaves; their read data side by side, slave 0 rightmost
        sel       : out std_logic_vector(SLAVES - 1 downto 0);
        offset    : out std_logic_vector(4 downto 0);
        s_rdata   : in  std_logic_vector(SLAVES * DATA_WIDTH - 1 downto 0);
        s_ack     : in  std_logic_vector(SLAVES - 1 downto 0)
    );
end entity addr_decoder;

architecture rtl of addr_decoder is

    constant BASES : int_vector(0 to SLAVES - 1) := BOARD_BASES(0 to SLAVES - 1);
    constant SIZES : int_vector(0 to SLAVES - 1) := BOARD_SIZES(0 to SLAVES - 1);
    constant LAST  : natural := span(BASES, SIZES);

    signal address : natural range 0 to 2**ADDR_WIDTH - 1;
    signal select_i : std_logic_vector(SLAVES - 1 downto 0);
    signal nobody  : std_logic;

begin

    assert not overlap(BASES, SIZES)
        report "addr_decoder: windows overlap" severity failure;
    assert LAST <= 2**ADDR_WIDTH
        report "addr_decoder: map is larger than the bus" severity failure;

    address <= to_integer(unsigned(addr));

    windows : for i in 0 to SLAVES - 1 generate
        select_i(i) <= req and hit(address, BASES(i), SIZES(i));
    end generate windows;

    sel    <= select_i;
    nobody <= req and not (or select_i);

    -- offset into the window of the selected slave
    process (all)
        variable rest : natural;
    begin
        rest := 0;
        for i in BASES'range loop
            if hit(address, BASES(i), SIZES(i)) then
                rest := address - BASES(i);
                exit;
            end if;
        end loop;
        offset <= std_logic_vector(to_unsigned(rest, offset'length));
    end process;

    -- one-hot multiplexer
    process (all)
        variable merged : std_logic_vector(rdata'range);
    begin
        merged := (others => '0');
        for i in 0 to SLAVES - 1 loop
            if select_i(i) then
                merged := merged
                    or s_rdata((i + 1) * DATA_WIDTH - 1 downto i * DATA_WIDTH);
            end if;
        end loop;
        rdata <= merged;
    end process;

    ack <= or (s_ack and select_i);

    process (clk)
    begin
        if rising_edge(clk) then
            if rst then
                err <= '0';
            else
                err <= nobody and not err;
            end if;
        end if;
    end process;

end architecture rtl;
