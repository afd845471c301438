-- gearbox.vhd: stream width converter, any IN_W to any OUT_W.
--
-- Bits are collected in an accumulator, least significant first, and leave
-- as soon as OUT_W of them are there.  The accumulator holds up to
-- IN_W + OUT_W - 1 bits, so that an input word always fits when fewer than
-- OUT_W are left.
--
-- flush pads the rest with zeros up to a whole output word.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity gearbox is
    generic (
        IN_W  : positive := 8;
        OUT_W : positive := 10
    );
    port (
        clk       : in  std_logic;
        rst       : in  std_logic;
        in_data   : in  std_logic_vector(IN_W - 1 downto 0);
        in_valid  : in  std_logic;
        in_ready  : out std_logic;
        flush     : in  std_logic;
        out_data  : out std_logic_vector(OUT_W - 1 downto 0);
        out_valid : out std_logic;
        out_ready : in  std_logic
    );
end gearbox;

architecture rtl of gearbox is

    constant CAPACITY : positive := IN_W + OUT_W - 1;

    signal acc  : unsigned(CAPACITY - 1 downto 0) := (others => '0');
    signal fill : integer range 0 to CAPACITY := 0;

    signal out_valid_i : std_logic;
    signal in_ready_i  : std_logic;

    -- The word, moved up by "n" places, in the length of the accumulator.
    function place (word : std_logic_vector; n : natural; len : positive)
        return unsigned is
    begin
        return shift_left(resize(unsigned(word), len), n);
    end function place;

begin

    out_valid_i <= '1' when fill >= OUT_W else '0';
    -- only when the accumulator cannot give a word: no path from out_ready
    in_ready_i  <= '1' when fill < OUT_W else '0';

    process (clk)
        variable bits  : unsigned(acc'range);
        variable count : integer range 0 to CAPACITY;
    begin
        if rising_edge(clk) then
            bits  := acc;
            count := fill;

            if out_valid_i = '1' and out_ready = '1' then
                bits  := shift_right(bits, OUT_W);
                count := count - OUT_W;
            elsif in_valid = '1' and in_ready_i = '1' then
                bits  := bits or place(in_data, count, CAPACITY);
                count := count + IN_W;
            elsif flush = '1' and count > 0 and count < OUT_W then
                count := OUT_W;
            end if;

            if rst = '1' then
                bits  := (others => '0');
                count := 0;
            end if;

            acc  <= bits;
            fill <= count;
        end if;
    end process;

    out_data  <= std_logic_vector(acc(OUT_W - 1 downto 0));
    out_valid <= out_valid_i;
    in_ready  <= in_ready_i;

    -- unused places stay clear, or "or" would be wrong
    assert fill = CAPACITY or shift_right(acc, fill) = 0
        report "gearbox: rubbish above the fill level" severity error;

end rtl;
