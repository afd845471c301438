-- Register with triple modular redundancy and an error counter.
--
-- The register is kept three times; each copy is rewritten by the voted word
-- in every cycle without a write (scrubbing).  For tests, "upset" flips the
-- bits of one copy.  Mismatches are counted in a saturating counter; its two
-- halves are voted, too, if HARD_COUNTER is set.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity tmr_register is
    generic (
        WIDTH        : positive := 8;
        COUNT_BITS   : integer range 2 to 16 := 4;
        HARD_COUNTER : boolean := true
    );
    port (
        clk      : in  std_logic;
        rst      : in  std_logic;
        we       : in  std_logic;
        d        : in  std_logic_vector(0 to WIDTH - 1);
        upset    : in  std_logic_vector(0 to WIDTH - 1);
        copy     : in  natural range 0 to 2;
        q        : out std_logic_vector(0 to WIDTH - 1);
        mismatch : out std_logic;
        errors   : out unsigned(COUNT_BITS - 1 downto 0)
    );
end entity tmr_register;

architecture rtl of tmr_register is

    type copies_t is array (0 to 2) of std_logic_vector(0 to WIDTH - 1);

    subtype count_t is std_logic_vector(COUNT_BITS - 1 downto 0);

    signal copies         : copies_t;
    signal voted          : std_logic_vector(0 to WIDTH - 1);
    signal differ         : std_logic;
    signal count_voted    : count_t;
    signal cnt0, cnt1, cnt2 : count_t;

    function succ (c : std_logic_vector) return std_logic_vector is
    begin
        if (and c) = '1' then
            return c;
        end if;
        return std_logic_vector(unsigned(c) + 1);
    end function succ;

begin

    data_voter : entity work.voter
        port map (a => copies(0), b => copies(1), c => copies(2),
                  y => voted, mismatch => differ);

    data_registers : process (clk)
        variable word : std_logic_vector(0 to WIDTH - 1);
    begin
        if rising_edge(clk) then
            for i in copies'range loop
                word := voted;
                if we then
                    word := d;
                end if;
                if i = copy then
                    word := word xor upset;
                end if;
                if rst then
                    word := (others => '0');
                end if;
                copies(i) <= word;
            end loop;
        end if;
    end process data_registers;

    error_count : process (clk)
    begin
        if rising_edge(clk) then
            if rst then
                cnt0 <= (others => '0');
                cnt1 <= (others => '0');
                cnt2 <= (others => '0');
            elsif differ then
                cnt0 <= succ(count_voted);
                cnt1 <= succ(count_voted);
                cnt2 <= succ(count_voted);
            end if;
        end if;
    end process error_count;

    hard : if HARD_COUNTER generate
        -- the upper and the lower bits by voters of their own
        upper : entity work.voter
            port map (a => cnt0(COUNT_BITS - 1 downto 1),
                      b => cnt1(COUNT_BITS - 1 downto 1),
                      c => cnt2(COUNT_BITS - 1 downto 1),
                      y => count_voted(COUNT_BITS - 1 downto 1),
                      mismatch => open);
        lower : entity work.voter
            port map (cnt0(0 downto 0), cnt1(0 downto 0), cnt2(0 downto 0),
                      count_voted(0 downto 0), open);
    else generate
        count_voted <= cnt0;
    end generate hard;

    q        <= voted;
    mismatch <= differ;
    errors   <= unsigned(count_voted);

end architecture rtl;
