--------------------------------------------------------------------------------
-- UART receiver with oversampling.
--
-- The line is sampled OVERSAMPLE times per bit by the enable "tick", which a
-- prescaler outside makes.  A start bit is confirmed in its middle; each bit
-- is decided by a majority of three samples around its middle.  A frame
-- whose stop bit is low raises "framing" together with "valid".
--
-- VHDL-2008.  One process, everything in variables, outputs at the end.
--------------------------------------------------------------------------------
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity uart_rx is
    generic (
        DATA_BITS  : integer range 5 to 9  := 8;
        OVERSAMPLE : integer range 4 to 64 := 16
    );
    port (
        clk     : in  std_logic;
        rst     : in  std_logic;
        tick    : in  std_logic;        -- OVERSAMPLE per bit
        rxd     : in  std_logic;
        data    : out std_logic_vector(DATA_BITS - 1 downto 0);
        valid   : out std_logic;
        framing : out std_logic;
        active  : out std_logic
    );
end entity uart_rx;

architecture single_process of uart_rx is

    constant MIDDLE : natural := OVERSAMPLE / 2;

    function majority (v : std_logic_vector(2 downto 0)) return std_logic is
    begin
        return (v(0) and v(1)) or (v(1) and v(2)) or (v(0) and v(2));
    end function majority;

    type phase_t is (idle, start, receive, stop);

begin

    process (clk) is
        variable phase   : phase_t := idle;
        variable samples : std_logic_vector(2 downto 0) := "111";
        variable meta    : std_logic_vector(1 downto 0) := "11";
        variable count   : natural range 0 to OVERSAMPLE - 1 := 0;
        variable index   : natural range 0 to DATA_BITS - 1 := 0;
        variable sreg    : std_logic_vector(DATA_BITS - 1 downto 0)
                         := (others => '0');
        variable bit_end : boolean;
        variable decide  : boolean;
    begin
        if rising_edge(clk) then
            valid <= '0';

            if tick then
                samples := samples(1 downto 0) & meta(1);
                bit_end := count = OVERSAMPLE - 1;
                decide  := count = MIDDLE;

                case phase is
                    when idle =>
                        count := 0;
                        if not samples(0) then
                            phase := start;
                        end if;

                    when start =>
                        if decide and majority(samples) = '1' then
                            phase := idle;      -- a glitch
                        elsif bit_end then
                            phase := receive;
                            index := 0;
                        end if;
                        count := 0 when bit_end else count + 1;

                    when receive =>
                        if decide then
                            sreg := majority(samples)
                                  & sreg(sreg'high downto 1);
                        end if;
                        if bit_end then
                            if index = DATA_BITS - 1 then
                                phase := stop;
                            else
                                index := index + 1;
                            end if;
                        end if;
                        count := 0 when bit_end else count + 1;

                    when stop =>
                        if decide then
                            data    <= sreg;
                            valid   <= '1';
                            framing <= not majority(samples);
                            phase   := idle;
                            count   := 0;
                        else
                            count := count + 1;
                        end if;
                end case;
            end if;

            meta := meta(0) & rxd;

            if rst then
                phase   := idle;
                samples := (others => '1');
                meta    := (others => '1');
                valid   <= '0';
                framing <= '0';
            end if;

            active <= '0' when phase = idle else '1';
        end if;
    end process;

end architecture single_process;
