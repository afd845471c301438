-- Parallel CRC, one word per clock, polynomial and width by generics.
--
-- POLY is given without its leading one and sets the width of the checksum:
-- x"1021" is CRC-16/CCITT, x"04C11DB7" CRC-32.  The bytes of the word go in
-- most significant bit first, or least significant bit first with REFLECT_IN.

library ieee;
use ieee.std_logic_1164.all;

entity crc is
    generic (
        POLY        : std_logic_vector := x"1021";
        DATA_WIDTH  : positive  := 8;
        INIT_BIT    : std_logic := '1';
        REFLECT_IN  : boolean   := false;
        REFLECT_OUT : boolean   := false;
        INVERT_OUT  : boolean   := false
    );
    port (
        clk   : in  std_logic;
        clear : in  std_logic;
        valid : in  std_logic;
        data  : in  std_logic_vector(DATA_WIDTH - 1 downto 0);
        q     : out std_logic_vector(POLY'length - 1 downto 0);
        match : out std_logic
    );
end entity crc;

architecture rtl of crc is

    subtype checksum is std_logic_vector(POLY'length - 1 downto 0);

    constant POLYNOMIAL : checksum := POLY;
    constant START      : checksum := (others => INIT_BIT);

    -- the same bits, other way round
    function reflected (v : std_logic_vector) return std_logic_vector is
        variable r : std_logic_vector(v'length - 1 downto 0);
        variable k : natural := v'length;
    begin
        for i in v'range loop
            k := k - 1;
            if v'ascending then
                r(k) := v(v'right - (i - v'left));
            else
                r(v'length - 1 - k) := v(v'low + k);
            end if;
        end loop;
        return r;
    end function reflected;

    -- bring in one bit
    function shift_in (c : checksum; b : std_logic) return checksum is
        variable feedback : std_logic;
        variable s        : checksum;
    begin
        feedback := c(c'left) xor b;
        s := c(c'left - 1 downto 0) & '0';
        if feedback = '1' then
            s := s xor POLYNOMIAL;
        end if;
        return s;
    end function shift_in;

    signal reg : checksum := START;

begin

    process (clk)
        variable c    : checksum;
        variable word : std_logic_vector(data'range);
    begin
        if rising_edge(clk) then
            if clear = '1' then
                reg <= START;
            elsif valid = '1' then
                c    := reg;
                word := data;
                if REFLECT_IN then
                    word := reflected(data);
                end if;
                for i in word'range loop
                    c := shift_in(c, word(i));
                end loop;
                reg <= c;
            end if;
        end if;
    end process;

    output : process (reg)
        variable c : checksum;
    begin
        c := reg;
        if REFLECT_OUT then
            c := reflected(c);
        end if;
        if INVERT_OUT then
            c := not c;
        end if;
        q <= c;
    end process output;

    match <= '1' when reg = (reg'range => '0') else '0';

end architecture rtl;
