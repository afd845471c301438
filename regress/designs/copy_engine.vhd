-- copy_engine: copies a block of words from one memory port to another.
--
-- Two-process style: the registers are called r_*, their next values are
-- computed by one combinational process in variables n_*, which begins with
-- "hold everything" and overrides.  Overlapping blocks are copied from the
-- top if that is needed.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity copy_engine is
    generic (
        ADDR_BITS : integer range 2 to 24 := 8;
        DATA_BITS : positive              := 16
    );
    port (
        clk      : in  std_logic;
        rst      : in  std_logic;
        -- command
        start    : in  std_logic;
        source   : in  unsigned(ADDR_BITS - 1 downto 0);
        target   : in  unsigned(ADDR_BITS - 1 downto 0);
        length   : in  unsigned(ADDR_BITS - 1 downto 0);
        busy     : out std_logic;
        done     : out std_logic;
        error    : out std_logic;
        -- memory
        rd       : out std_logic;
        wr       : out std_logic;
        addr     : out unsigned(ADDR_BITS - 1 downto 0);
        rdata    : in  std_logic_vector(DATA_BITS - 1 downto 0);
        wdata    : out std_logic_vector(DATA_BITS - 1 downto 0);
        grant    : in  std_logic
    );
end entity copy_engine;

architecture two_process of copy_engine is

    type state_t is (idle, fetch, capture, store, finish);

    subtype addr_t is unsigned(ADDR_BITS - 1 downto 0);

    signal r_state  : state_t := idle;
    signal r_source : addr_t  := (others => '0');
    signal r_target : addr_t  := (others => '0');
    signal r_left   : addr_t  := (others => '0');
    signal r_down   : boolean := false;
    signal r_error  : std_logic := '0';
    signal r_data   : std_logic_vector(DATA_BITS - 1 downto 0) := (others => '0');

    signal c_state  : state_t;
    signal c_source, c_target, c_left : addr_t;
    signal c_down   : boolean;
    signal c_error  : std_logic;
    signal c_data   : std_logic_vector(DATA_BITS - 1 downto 0);

    function step (a : addr_t; down : boolean) return addr_t is
    begin
        if down then
            return a - 1;
        else
            return a + 1;
        end if;
    end function step;

begin

    combinational : process (r_state, r_source, r_target, r_left, r_down,
                             r_error, r_data, start, source, target, length,
                             rdata, grant)
        variable n_state  : state_t;
        variable n_source : addr_t;
        variable n_target : addr_t;
        variable n_left   : addr_t;
        variable n_down   : boolean;
        variable n_error  : std_logic;
        variable n_data   : std_logic_vector(DATA_BITS - 1 downto 0);
        variable src_end  : unsigned(ADDR_BITS downto 0);
        variable dst_end  : unsigned(ADDR_BITS downto 0);
    begin
        n_state  := r_state;
        n_source := r_source;
        n_target := r_target;
        n_left   := r_left;
        n_down   := r_down;
        n_error  := r_error;
        n_data   := r_data;

        rd   <= '0';
        wr   <= '0';
        done <= '0';
        addr <= r_source;

        case r_state is
            when idle =>
                if start = '1' then
                    src_end := resize(source, ADDR_BITS + 1) + length;
                    dst_end := resize(target, ADDR_BITS + 1) + length;
                    n_left  := length;
                    n_error := '0';
                    n_down  := target > source and target < src_end;
                    if n_down then
                        n_source := source + length - 1;
                        n_target := target + length - 1;
                    else
                        n_source := source;
                        n_target := target;
                    end if;
                    if src_end > 2**ADDR_BITS or dst_end > 2**ADDR_BITS then
                        n_error := '1';
                        n_state := finish;
                    elsif length = 0 then
                        n_state := finish;
                    else
                        n_state := fetch;
                    end if;
                end if;

            when fetch =>
                rd <= '1';
                if grant = '1' then
                    n_state := capture;
                end if;

            when capture =>
                n_data  := rdata;
                n_state := store;

            when store =>
                wr   <= '1';
                addr <= r_target;
                if grant = '1' then
                    n_source := step(r_source, r_down);
                    n_target := step(r_target, r_down);
                    n_left   := r_left - 1;
                    if n_left = 0 then
                        n_state := finish;
                    else
                        n_state := fetch;
                    end if;
                end if;

            when finish =>
                done    <= '1';
                n_state := idle;
        end case;

        c_state  <= n_state;
        c_source <= n_source;
        c_target <= n_target;
        c_left   <= n_left;
        c_down   <= n_down;
        c_error  <= n_error;
        c_data   <= n_data;
    end process combinational;

    registers : process (clk)
    begin
        if rising_edge(clk) then
            r_state  <= c_state;
            r_source <= c_source;
            r_target <= c_target;
            r_left   <= c_left;
            r_down   <= c_down;
            r_error  <= c_error;
            r_data   <= c_data;
            if rst = '1' then
                r_state <= idle;
                r_error <= '0';
            end if;
        end if;
    end process registers;

    busy  <= '0' when r_state = idle else '1';
    error <= r_error;
    wdata <= r_data;

end architecture two_process;
