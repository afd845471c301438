-- Saturating accumulator for a decimating filter.
--
-- Sums LENGTH signed samples, scaled down by 2**SHIFT with rounding towards
-- zero, and delivers the sum at the end of the block.  The sum saturates at
-- the bounds of OUT_BITS; the flag "clipped" tells that it did.  The peak is
-- the largest magnitude of a sample in the block.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity sat_accumulator is
    generic (
        IN_BITS  : integer range 2 to 16 := 8;
        OUT_BITS : integer range 2 to 24 := 10;
        SHIFT    : natural range 0 to 8  := 1;
        LENGTH   : positive := 8
    );
    port (
        clk     : in  std_logic;
        srst    : in  std_logic;
        en      : in  std_logic;
        sample  : in  signed(IN_BITS - 1 downto 0);
        sum     : out signed(OUT_BITS - 1 downto 0);
        peak    : out unsigned(IN_BITS - 1 downto 0);
        clipped : out std_logic;
        valid   : out std_logic
    );
end entity sat_accumulator;

architecture rtl of sat_accumulator is

    constant MAX : integer := 2**(OUT_BITS - 1) - 1;
    constant MIN : integer := -2**(OUT_BITS - 1);

    subtype total_t is integer range MIN to MAX;

    -- clip to the range of the output
    function clip (x : integer) return total_t is
    begin
        if x > MAX then
            return MAX;
        elsif x < MIN then
            return MIN;
        end if;
        return x;
    end function clip;

    function larger (a, b : natural) return natural is
    begin
        if a > b then
            return a;
        else
            return b;
        end if;
    end function larger;

begin

    process
        variable total   : total_t := 0;
        variable count   : natural range 0 to LENGTH - 1 := 0;
        variable maximum : natural range 0 to 2**(IN_BITS - 1) := 0;
        variable over    : boolean := false;
        variable x, raw  : integer;
    begin
        wait until rising_edge(clk);

        valid <= '0';

        if srst = '1' then
            total   := 0;
            count   := 0;
            maximum := 0;
            over    := false;
        elsif en = '1' then
            x       := to_integer(sample) / 2**SHIFT;
            raw     := total + x;
            total   := clip(raw);
            over    := over or total /= raw;
            maximum := larger(maximum, abs to_integer(sample));

            if count = LENGTH - 1 then
                sum     <= to_signed(total, OUT_BITS);
                peak    <= to_unsigned(maximum, IN_BITS);
                if over then
                    clipped <= '1';
                else
                    clipped <= '0';
                end if;
                valid   <= '1';
                total   := 0;
                count   := 0;
                maximum := 0;
                over    := false;
            else
                count := count + 1;
            end if;
        end if;
    end process;

end architecture rtl;
