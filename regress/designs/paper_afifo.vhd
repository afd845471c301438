-- The asynchronous FIFO of "Verifying Parametrised Hardware Designs Via
-- Counter Automata" (HVC 2007), section 6, written after its description: a
-- queue between two clocks with the signals full and empty, and almost full
-- and almost empty, which say that fewer than some amount of items are free
-- or occupied.  The properties of the paper are (i) never empty and full at
-- once and (ii) that the almost-full status is set correctly.
--
-- ITEMS may be any number: the pointers run from 0 to 2*ITEMS-1, so that
-- full and empty differ although the addresses agree.  Each side sees the
-- pointer of the other through two registers of its own clock.
--
-- Both flags are pessimistic.  With clocks of any ratio property (i) can fail
-- for the flags as ports: ITEMS fast writes set full before the reading side
-- has seen the first of them.

library ieee;
use ieee.std_logic_1164.all;

entity paper_afifo is
    generic (
        ITEMS       : positive := 8;
        DATA_WIDTH  : positive := 8;
        ALMOST_FREE : natural  := 2;    -- astatus_wr: fewer are free
        ALMOST_USED : natural  := 2     -- astatus_rd: fewer are occupied
    );
    port (
        reset     : in  std_logic;
        -- writing side
        clk_wr    : in  std_logic;
        wr        : in  std_logic;
        di        : in  std_logic_vector(DATA_WIDTH - 1 downto 0);
        full      : out std_logic;
        afull     : out std_logic;
        -- reading side
        clk_rd    : in  std_logic;
        rd        : in  std_logic;
        do        : out std_logic_vector(DATA_WIDTH - 1 downto 0);
        empty     : out std_logic;
        aempty    : out std_logic
    );
end entity paper_afifo;

architecture behav of paper_afifo is

    subtype pointer_t is integer range 0 to 2 * ITEMS - 1;
    type memory_t is array (0 to ITEMS - 1) of
        std_logic_vector(DATA_WIDTH - 1 downto 0);

    function following (p : pointer_t) return pointer_t is
    begin
        if p = 2 * ITEMS - 1 then
            return 0;
        else
            return p + 1;
        end if;
    end function following;

    function address (p : pointer_t) return natural is
    begin
        if p >= ITEMS then
            return p - ITEMS;
        else
            return p;
        end if;
    end function address;

    signal memory : memory_t;

    -- writing side: own pointer and the reading one, synchronised
    signal wp, rp_meta, rp_sync : pointer_t := 0;
    -- reading side: own pointer and the writing one, synchronised
    signal rp, wp_meta, wp_sync : pointer_t := 0;

    signal used_wr, used_rd : integer range 0 to 2 * ITEMS - 1;
    signal full_i, empty_i  : std_logic;

begin

    assert ALMOST_FREE <= ITEMS and ALMOST_USED <= ITEMS
        report "paper_afifo: status bounds beyond ITEMS" severity failure;

    -- writing side ---------------------------------------------------------
    used_wr <= wp - rp_sync when wp >= rp_sync else
               wp - rp_sync + 2 * ITEMS;
    full_i  <= '1' when used_wr = ITEMS else '0';

    write_side : process (clk_wr, reset)
    begin
        if reset = '1' then
            wp      <= 0;
            rp_meta <= 0;
            rp_sync <= 0;
            afull   <= '0';
        elsif clk_wr'event and clk_wr = '1' then
            rp_meta <= rp;
            rp_sync <= rp_meta;
            if wr = '1' and full_i = '0' then
                wp <= following(wp);
            end if;
            -- the status follows one cycle later
            if used_wr > ITEMS - ALMOST_FREE then
                afull <= '1';
            else
                afull <= '0';
            end if;
        end if;
    end process write_side;

    store : process (clk_wr)
    begin
        if clk_wr'event and clk_wr = '1' then
            if wr = '1' and full_i = '0' then
                memory(address(wp)) <= di;
            end if;
        end if;
    end process store;

    -- reading side ---------------------------------------------------------
    used_rd <= wp_sync - rp when wp_sync >= rp else
               wp_sync - rp + 2 * ITEMS;
    empty_i <= '1' when used_rd = 0 else '0';

    read_side : process (clk_rd, reset)
    begin
        if reset = '1' then
            rp      <= 0;
            wp_meta <= 0;
            wp_sync <= 0;
            aempty  <= '1';
        elsif clk_rd'event and clk_rd = '1' then
            wp_meta <= wp;
            wp_sync <= wp_meta;
            if rd = '1' and empty_i = '0' then
                rp <= following(rp);
            end if;
            if used_rd < ALMOST_USED then
                aempty <= '1';
            else
                aempty <= '0';
            end if;
        end if;
    end process read_side;

    do    <= memory(address(rp));
    full  <= full_i;
    empty <= empty_i;

end architecture behav;
