-- Barrel shifter with a pipeline of 0, 1 or 2 registers.
--
--   op  "00" shift left     "01" shift right, zeros
--       "10" rotate left    "11" shift right, sign
--
-- The logarithmic stages shift by 1, 2, 4, ... when the bit of the amount is
-- set; amounts of WIDTH and more are taken modulo 2**AMOUNT_BITS only.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity barrel_shifter is
    generic (
        AMOUNT_BITS : integer range 1 to 6 := 3;
        PIPELINE    : natural range 0 to 2 := 1
    );
    port (
        clk    : in  std_logic;
        ce     : in  std_logic;
        op     : in  std_logic_vector(1 downto 0);
        amount : in  unsigned(AMOUNT_BITS - 1 downto 0);
        a      : in  std_logic_vector(2**AMOUNT_BITS - 1 downto 0);
        y      : out std_logic_vector(2**AMOUNT_BITS - 1 downto 0)
    );
end entity barrel_shifter;

architecture rtl of barrel_shifter is

    constant WIDTH : positive := 2**AMOUNT_BITS;

    subtype word_t is std_logic_vector(WIDTH - 1 downto 0);
    type words_t is array (natural range <>) of word_t;

    -- one stage of fixed distance
    function stage (w : word_t; kind : std_logic_vector(1 downto 0);
                    distance : positive) return word_t is
    begin
        case kind is
            when "00" =>
                return std_logic_vector(unsigned(w) sll distance);
            when "01" =>
                return std_logic_vector(shift_right(unsigned(w), distance));
            when "10" =>
                return std_logic_vector(rotate_left(unsigned(w), distance));
            when others =>
                return std_logic_vector(shift_right(signed(w), distance));
        end case;
    end function stage;

    signal s : words_t(0 to AMOUNT_BITS);

begin

    s(0) <= a;

    stages : for i in 1 to AMOUNT_BITS generate
        s(i) <= stage(s(i - 1), op, 2**(i - 1)) when amount(i - 1) = '1'
                else s(i - 1);
    end generate stages;

    output : case PIPELINE generate

        when 0 =>
            y <= s(AMOUNT_BITS);

        when 1 =>
            signal r : word_t := (others => '0');
        begin
            r <= s(AMOUNT_BITS) when rising_edge(clk) and ce = '1';
            y <= r;
        end;

        when others =>
            signal r : words_t(1 to PIPELINE) := (others => (others => '0'));
        begin
            process (clk)
            begin
                if rising_edge(clk) and ce = '1' then
                    r(1) <= s(AMOUNT_BITS);
                    r(2 to PIPELINE) <= r(1 to PIPELINE - 1);
                end if;
            end process;
            y <= r(PIPELINE);
        end;

    end generate output;

end architecture rtl;
