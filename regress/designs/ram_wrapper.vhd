-- Memory wrapper: single-port or dual-port, one or two clocks, inferred.
--
--   MODE      "single"  port A only; port B outputs stay zero
--             "simple"  A writes, B reads
--             "true"    would need a shared variable and is left to the
--                       vendor's primitive: rejected here
--   WRITE     "read_first"  port A shows the old word on a write
--             "write_first" port A shows the new word
--             "no_change"   port A keeps what it showed
--   OUT_REG   one more register on port B

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use ieee.math_real.all;

entity ram_wrapper is
    generic (
        WORDS    : integer range 2 to 65536 := 64;
        BYTES    : positive := 2;
        MODE     : string   := "simple";
        WRITE    : string   := "read_first";
        OUT_REG  : natural range 0 to 1 := 0
    );
    port (
        -- port A, with byte enables
        clka  : in  std_logic;
        ena   : in  std_logic := '1';
        wea   : in  std_logic_vector(BYTES - 1 downto 0);
        addra : in  std_logic_vector(integer(ceil(log2(real(WORDS)))) - 1 downto 0);
        dia   : in  std_logic_vector(8 * BYTES - 1 downto 0);
        doa   : out std_logic_vector(8 * BYTES - 1 downto 0);
        -- port B
        clkb  : in  std_logic := '0';
        enb   : in  std_logic := '1';
        addrb : in  std_logic_vector(integer(ceil(log2(real(WORDS)))) - 1 downto 0)
                := (others => '0');
        dob   : out std_logic_vector(8 * BYTES - 1 downto 0)
    );
end entity ram_wrapper;

architecture inferred of ram_wrapper is

    subtype word_t is std_logic_vector(8 * BYTES - 1 downto 0);
    type ram_t is array (0 to WORDS - 1) of word_t;

    signal ram : ram_t := (others => (others => '0'));
    signal ia  : natural range 0 to WORDS - 1;
    signal doa_r : word_t := (others => '0');

begin

    assert MODE = "single" or MODE = "simple"
        report "ram_wrapper: MODE " & MODE & " is not supported"
        severity failure;

    -- addresses beyond the memory wrap around
    ia <= to_integer(unsigned(addra)) mod WORDS;

    port_a : process (clka)
        variable merged : word_t;
    begin
        if rising_edge(clka) then
            if ena then
                merged := ram(ia);
                for b in wea'range loop
                    if wea(b) then
                        merged(8 * b + 7 downto 8 * b) :=
                            dia(8 * b + 7 downto 8 * b);
                    end if;
                end loop;
                ram(ia) <= merged;

                if WRITE = "write_first" then
                    doa_r <= merged;
                elsif WRITE = "read_first" or (or wea) = '0' then
                    doa_r <= ram(ia);
                end if;
            end if;
        end if;
    end process port_a;

    doa <= doa_r;

    second_port : if MODE = "simple" generate

        signal dob_r : word_t := (others => '0');

    begin

        port_b : process (clkb)
        begin
            if rising_edge(clkb) then
                if enb then
                    dob_r <= ram(to_integer(unsigned(addrb)) mod WORDS);
                end if;
            end if;
        end process port_b;

        stages : case OUT_REG generate
            when 0 =>
                dob <= dob_r;
            when 1 =>
                process (clkb)
                begin
                    if rising_edge(clkb) then
                        dob <= dob_r;
                    end if;
                end process;
        end generate stages;

    else generate

        dob <= (others => '0');

    end generate second_port;

end architecture inferred;
