-- Numerically controlled oscillator with an exact rational frequency.
--
-- The phase advances by one step in NUM out of DEN enabled clocks, spread
-- evenly (Bresenham), so that the mean frequency has no error at all.  Four
-- wave forms are made from the phase.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity nco is
    generic (
        NUM  : positive := 441;
        DEN  : positive := 480;
        BITS : integer range 3 to 16 := 8
    );
    port (
        clk   : in  std_logic;
        rst   : in  std_logic;
        en    : in  std_logic;
        shape : in  std_logic_vector(1 downto 0);
        phase : out unsigned(BITS - 1 downto 0);
        wave  : out signed(BITS - 1 downto 0);
        tick  : out std_logic
    );
end entity nco;

architecture rtl of nco is

    -- greatest common divisor, after Euclid
    function gcd (x, y : positive) return positive is
        variable a : natural := x;
        variable b : natural := y;
        variable t : natural;
    begin
        loop
            t := a rem b;
            a := b;
            b := t;
            exit when b = 0;
        end loop;
        return a;
    end function gcd;

    constant DIVISOR : positive := gcd(NUM, DEN);
    constant STEP    : positive := NUM / DIVISOR;
    constant MODULUS : positive := DEN / DIVISOR;

    constant HALF    : positive := 2**(BITS - 1);
    constant QUARTER : positive := 2**(BITS - 2);

    signal acc   : natural range 0 to MODULUS - 1;
    signal angle : unsigned(BITS - 1 downto 0);

begin

    assert NUM <= DEN
        report "nco: not more than one step per clock" severity failure;

    advance : process (clk) is
        variable sum : natural range 0 to 2 * MODULUS - 1;
    begin
        if rising_edge(clk) then
            tick <= '0';
            if rst = '1' then
                acc   <= 0;
                angle <= (others => '0');
            elsif en = '1' then
                sum := acc + STEP;
                if sum >= MODULUS then
                    angle <= angle + 1;
                    tick  <= '1';
                end if;
                acc <= sum rem MODULUS;
            end if;
        end if;
    end process advance;

    waveform : process (all) is
        variable p : integer range 0 to 2 * HALF - 1;
    begin
        p := to_integer(angle);
        case shape is
            when "00" =>                    -- saw tooth
                wave <= to_signed(p - HALF, BITS);
            when "01" =>                    -- triangle
                wave <= to_signed(abs (p - HALF) - QUARTER, BITS);
            when "10" =>                    -- square
                wave <= to_signed(HALF - 1, BITS) when p < HALF else
                        to_signed(-HALF, BITS);
            when others =>                  -- pulse at the start of a period
                wave <= (others => '0');
                if p = 0 then
                    wave(BITS - 2 downto 0) <= (others => '1');
                end if;
        end case;
    end process waveform;

    phase <= angle;

end architecture rtl;
