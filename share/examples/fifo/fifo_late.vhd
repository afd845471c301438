-- A first-in first-out buffer with a mistake: the flag that stops writes comes
-- out of a register, one clock edge late, so that a second write in a row is
-- accepted by a buffer that is full.  A simulation that pauses between writes
-- does not see it.

library ieee;
use ieee.std_logic_1164.all;

entity fifo_late is
    generic (
        DEPTH : positive := 8;      -- number of words
        WIDTH : positive := 16      -- bits per word
    );
    port (
        clk   : in  std_logic;
        rst   : in  std_logic;      -- synchronous, active high
        -- writing side
        wr_en : in  std_logic;
        din   : in  std_logic_vector(WIDTH - 1 downto 0);
        full  : out std_logic;
        -- reading side
        rd_en : in  std_logic;
        dout  : out std_logic_vector(WIDTH - 1 downto 0);
        empty : out std_logic;
        -- words stored
        count : out natural range 0 to DEPTH
    );
end entity fifo_late;

architecture rtl of fifo_late is

    subtype word_t is std_logic_vector(WIDTH - 1 downto 0);
    subtype ptr_t  is natural range 0 to DEPTH - 1;
    type    ram_t  is array (ptr_t) of word_t;

    -- The next place in the ring.
    function succ (ptr : ptr_t) return ptr_t is
    begin
        if ptr = DEPTH - 1 then
            return 0;
        else
            return ptr + 1;
        end if;
    end function succ;

    signal ram    : ram_t;
    signal wr_ptr : ptr_t := 0;
    signal rd_ptr : ptr_t := 0;
    signal level  : natural range 0 to DEPTH := 0;

    signal full_reg : std_logic := '0';
    signal do_write : boolean;
    signal do_read  : boolean;

begin

    do_write <= wr_en = '1' and full_reg = '0';
    do_read  <= rd_en = '1' and level > 0;

    pointers : process (clk) is
    begin
        if rising_edge(clk) then
            if rst = '1' then
                wr_ptr <= 0;
                rd_ptr <= 0;
                level  <= 0;
                full_reg <= '0';
            else
                full_reg <= '0';
                if level = DEPTH then
                    full_reg <= '1';
                end if;

                if do_write then
                    wr_ptr <= succ(wr_ptr);
                end if;

                if do_read then
                    rd_ptr <= succ(rd_ptr);
                end if;

                if do_write and not do_read then
                    level <= level + 1;
                elsif do_read and not do_write then
                    level <= level - 1;
                end if;
            end if;
        end if;
    end process pointers;

    -- No reset here, so that synthesis may use block memory.
    memory : process (clk) is
    begin
        if rising_edge(clk) then
            if do_write then
                ram(wr_ptr) <= din;
            end if;

            if do_read then
                dout <= ram(rd_ptr);
            end if;
        end if;
    end process memory;

    full  <= full_reg;
    empty <= '1' when level = 0 else '0';
    count <= level;

end architecture rtl;
