-- Two-clock FIFO with Gray-coded pointers, 2**ADDR_WIDTH words.
--
-- The classic structure: each side has a pointer one bit wider than the
-- address; its Gray code crosses to the other side through a synchroniser.
-- Full is decided on the writing side, empty on the reading side.  wr_level
-- and rd_level are pessimistic by up to the synchroniser's delay.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.gray_pkg.all;

entity fifo_async_gray is
    generic (
        DATA_WIDTH  : positive := 8;
        ADDR_WIDTH  : positive := 3;
        SYNC_STAGES : positive := 2
    );
    port (
        wr_clk   : in  std_logic;
        wr_rst_n : in  std_logic;
        wr_en    : in  std_logic;
        wr_data  : in  std_logic_vector(DATA_WIDTH - 1 downto 0);
        wr_full  : out std_logic;
        wr_level : out unsigned(ADDR_WIDTH downto 0);

        rd_clk   : in  std_logic;
        rd_rst_n : in  std_logic;
        rd_en    : in  std_logic;
        rd_data  : out std_logic_vector(DATA_WIDTH - 1 downto 0);
        rd_empty : out std_logic;
        rd_level : out unsigned(ADDR_WIDTH downto 0)
    );
end entity fifo_async_gray;

architecture rtl of fifo_async_gray is

    subtype pointer is std_logic_vector(ADDR_WIDTH downto 0);
    type pointer_chain is array (positive range <>) of pointer;
    type ram is array (0 to 2**ADDR_WIDTH - 1) of
        std_logic_vector(DATA_WIDTH - 1 downto 0);

    signal memory : ram;

    signal wr_bin, rd_bin   : unsigned(ADDR_WIDTH downto 0);
    signal wr_gray, rd_gray : pointer;
    signal wr_chain         : pointer_chain(1 to SYNC_STAGES);  -- of rd_clk
    signal rd_chain         : pointer_chain(1 to SYNC_STAGES);  -- of wr_clk
    signal do_write         : std_logic;
    signal do_read          : std_logic;
    signal full, empty      : std_logic;
    signal full_pattern     : pointer;

begin

    do_write <= wr_en and not full;
    do_read  <= rd_en and not empty;

    write_pointer : entity work.gray_counter
        generic map (WIDTH => ADDR_WIDTH + 1)
        port map (clk => wr_clk, rst => not wr_rst_n, en => do_write,
                  unsigned(binary) => wr_bin, gray => wr_gray);

    read_pointer : entity work.gray_counter
        generic map (WIDTH => ADDR_WIDTH + 1)
        port map (clk => rd_clk, rst => not rd_rst_n, en => do_read,
                  unsigned(binary) => rd_bin, gray => rd_gray);

    synchronise_read : process (wr_clk, wr_rst_n)
    begin
        if wr_rst_n = '0' then
            rd_chain <= (others => (others => '0'));
        elsif rising_edge(wr_clk) then
            rd_chain(1) <= rd_gray;
            for i in 2 to SYNC_STAGES loop
                rd_chain(i) <= rd_chain(i - 1);
            end loop;
        end if;
    end process synchronise_read;

    synchronise_write : process (rd_clk, rd_rst_n)
    begin
        if rd_rst_n = '0' then
            wr_chain <= (others => (others => '0'));
        elsif rising_edge(rd_clk) then
            wr_chain(1) <= wr_gray;
            for i in 2 to SYNC_STAGES loop
                wr_chain(i) <= wr_chain(i - 1);
            end loop;
        end if;
    end process synchronise_write;

    -- full: the Gray codes differ in exactly the two top bits
    full_pattern <= not rd_chain(SYNC_STAGES)(ADDR_WIDTH downto ADDR_WIDTH - 1)
                    & rd_chain(SYNC_STAGES)(ADDR_WIDTH - 2 downto 0);
    full  <= '1' when wr_gray = full_pattern else '0';
    empty <= '1' when rd_gray = wr_chain(SYNC_STAGES) else '0';

    wr_level <= wr_bin - from_gray(rd_chain(SYNC_STAGES));
    rd_level <= from_gray(wr_chain(SYNC_STAGES)) - rd_bin;

    write_port : process (wr_clk)
    begin
        if rising_edge(wr_clk) then
            if do_write = '1' then
                memory(to_integer(wr_bin(ADDR_WIDTH - 1 downto 0))) <= wr_data;
            end if;
        end if;
    end process write_port;

    read_port : process (rd_clk)
    begin
        if rising_edge(rd_clk) then
            if do_read = '1' then
                rd_data <= memory(to_integer(rd_bin(ADDR_WIDTH - 1 downto 0)));
            end if;
        end if;
    end process read_port;

    wr_full  <= full;
    rd_empty <= empty;

end architecture rtl;
