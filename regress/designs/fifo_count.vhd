-- fifo_count: a synchronous FIFO with two ranged pointers and a fill count.
--
-- Any depth from one word on; nothing here needs a power of two.  Data is
-- registered: it is valid in the cycle after an accepted read.  A push into
-- the full FIFO and a pop from the empty one are ignored and reported on
-- the sticky flags overflow and underflow.

library ieee;
use ieee.std_logic_1164.all;

entity fifo_count is
    generic (
        DEPTH        : positive := 8;
        WIDTH        : positive := 8;
        ALMOST_FULL  : natural  := 6;   -- level from which afull is set
        ALMOST_EMPTY : natural  := 2    -- level up to which aempty is set
    );
    port (
        clk       : in  std_logic;
        rst       : in  std_logic;
        push      : in  std_logic;
        din       : in  std_logic_vector(WIDTH - 1 downto 0);
        pop       : in  std_logic;
        dout      : out std_logic_vector(WIDTH - 1 downto 0);
        valid     : out std_logic;
        full      : out std_logic;
        empty     : out std_logic;
        afull     : out std_logic;
        aempty    : out std_logic;
        overflow  : out std_logic;
        underflow : out std_logic;
        level     : out natural range 0 to DEPTH
    );
begin
    assert ALMOST_FULL <= DEPTH
        report "fifo_count: ALMOST_FULL is beyond DEPTH" severity failure;
    assert ALMOST_EMPTY <= DEPTH
        report "fifo_count: ALMOST_EMPTY is beyond DEPTH" severity failure;
end entity fifo_count;

architecture rtl of fifo_count is

    subtype index_t is natural range 0 to DEPTH - 1;
    type mem_t is array (index_t) of std_logic_vector(din'range);

    signal mem    : mem_t := (others => (others => '0'));
    signal head   : index_t := 0;           -- next word to read
    signal tail   : index_t := 0;           -- next free place
    signal count  : natural range 0 to DEPTH := 0;

    signal do_push, do_pop : boolean;

begin

    do_push <= push = '1' and count /= DEPTH;
    do_pop  <= pop = '1' and count /= 0;

    process (clk) is
    begin
        if rising_edge(clk) then
            valid <= '0';

            if do_push then
                mem(tail) <= din;
                if tail = index_t'high then
                    tail <= 0;
                else
                    tail <= tail + 1;
                end if;
            end if;

            if do_pop then
                dout  <= mem(head);
                valid <= '1';
                if head = index_t'high then
                    head <= 0;
                else
                    head <= head + 1;
                end if;
            end if;

            if do_push and not do_pop then
                count <= count + 1;
            elsif do_pop and not do_push then
                count <= count - 1;
            end if;

            if push = '1' and count = DEPTH then
                overflow <= '1';
            end if;
            if pop = '1' and count = 0 then
                underflow <= '1';
            end if;

            if rst = '1' then
                head      <= 0;
                tail      <= 0;
                count     <= 0;
                valid     <= '0';
                overflow  <= '0';
                underflow <= '0';
            end if;
        end if;
    end process;

    full   <= '1' when count = DEPTH else '0';
    empty  <= '1' when count = 0 else '0';
    afull  <= '1' when count >= ALMOST_FULL else '0';
    aempty <= '1' when count <= ALMOST_EMPTY else '0';
    level  <= count;

    -- The pointers and the count tell the same story.
    assert (tail - head - count) mod DEPTH = 0
        report "fifo_count: pointers and count disagree" severity error;

end architecture rtl;
