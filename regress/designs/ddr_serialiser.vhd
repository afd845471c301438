-- Double-data-rate serialiser: two bits per clock, LSB first.
--
-- The word is split into its even and its odd bits.  The even ones are put
-- out after the rising edge, the odd ones after the falling edge; the output
-- multiplexer is the xor of two registers of opposite edges, which never
-- glitches and does not use the clock as data.
--
-- WIDTH must be even.  "load" is set in the cycle in which the next word is
-- taken; without one the line rests at IDLE_LEVEL.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity ddr_serialiser is
    generic (
        WIDTH      : positive  := 8;
        IDLE_LEVEL : std_logic := '0'
    );
    port (
        clk    : in  std_logic;
        rst_n  : in  std_logic;
        data   : in  std_logic_vector(WIDTH-1 downto 0);
        valid  : in  std_logic;
        load   : out std_logic;
        q      : out std_logic;
        frame  : out std_logic
    );
end ddr_serialiser;

architecture rtl of ddr_serialiser is

    constant PAIRS : natural := WIDTH / 2;

    -- every other bit of the word
    function pick (v : std_logic_vector; first : natural) return std_logic_vector is
        variable r : std_logic_vector(v'length/2 - 1 downto 0);
        variable i : natural := first;
        variable k : natural := 0;
    begin
        while k < r'length loop
            r(k) := v(v'low + i);
            i := i + 2;
            k := k + 1;
        end loop;
        return r;
    end pick;

    signal even, odd  : std_logic_vector(PAIRS-1 downto 0);
    signal remaining  : integer range 0 to PAIRS;
    signal odd_bit    : std_logic;
    signal r_rise     : std_logic;
    signal r_fall     : std_logic;
    signal load_i     : std_logic;

begin

    assert WIDTH mod 2 = 0
        report "ddr_serialiser: WIDTH must be even" severity failure;

    load_i <= '1' when remaining <= 1 else '0';
    load   <= load_i;
    frame  <= '1' when remaining > 0 else '0';

    rising : process (clk, rst_n)
        variable bit_out : std_logic;
    begin
        if rst_n = '0' then
            remaining <= 0;
            even      <= (others => IDLE_LEVEL);
            odd       <= (others => IDLE_LEVEL);
            odd_bit   <= IDLE_LEVEL;
            r_rise    <= IDLE_LEVEL;
        elsif rising_edge(clk) then
            if load_i = '1' and valid = '1' then
                even      <= pick(data, 0);
                odd       <= pick(data, 1);
                remaining <= PAIRS;
            elsif remaining > 0 then
                even      <= IDLE_LEVEL & even(PAIRS-1 downto 1);
                odd       <= IDLE_LEVEL & odd(PAIRS-1 downto 1);
                remaining <= remaining - 1;
            end if;

            if remaining > 0 then
                bit_out := even(0);
                odd_bit <= odd(0);
            else
                bit_out := IDLE_LEVEL;
                odd_bit <= IDLE_LEVEL;
            end if;
            r_rise <= bit_out xor r_fall;
        end if;
    end process rising;

    falling : process (clk, rst_n)
    begin
        if rst_n = '0' then
            r_fall <= '0';
        elsif falling_edge(clk) then
            r_fall <= odd_bit xor r_rise;
        end if;
    end process falling;

    q <= r_rise xor r_fall;

end rtl;
