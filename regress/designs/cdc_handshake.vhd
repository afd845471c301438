-- cdc_handshake.vhd
-- A data word crosses from clk_a to clk_b by a four-phase handshake.
--
-- The word is held in a register of side A while req is up; side B samples it
-- once req has passed the synchroniser and answers with ack.  A new word is
-- taken when ack has come back and has gone down again.
--
--   side A:  idle -> wait_ack -> wait_clear -> idle
--   side B:  ack follows req, b_valid for one cycle on its rise
--
-- Each side has an asynchronous reset of its own; both must be used together.

library ieee;
use ieee.std_logic_1164.all;

entity cdc_handshake is
    generic (
        W      : positive := 16;
        STAGES : positive := 2
    );
    port (
        clk_a   : in  std_ulogic;
        rst_a   : in  std_ulogic;
        a_data  : in  std_ulogic_vector(W - 1 downto 0);
        a_valid : in  std_ulogic;
        a_ready : out std_ulogic;

        clk_b   : in  std_ulogic;
        rst_b   : in  std_ulogic;
        b_data  : out std_ulogic_vector(W - 1 downto 0);
        b_valid : out std_ulogic
    );
end cdc_handshake;

architecture rtl of cdc_handshake is

    type state_t is (idle, wait_ack, wait_clear);

    signal state    : state_t;
    signal held     : std_ulogic_vector(W - 1 downto 0);
    signal req      : std_ulogic;
    signal ack      : std_ulogic;
    signal req_sync : std_ulogic_vector(1 to STAGES);
    signal ack_sync : std_ulogic_vector(1 to STAGES);

begin

    side_a : process (clk_a, rst_a)
    begin
        if rst_a = '1' then
            state <= idle;
            req   <= '0';
            held  <= (others => '0');
        elsif clk_a'event and clk_a = '1' then
            case state is
                when idle =>
                    if a_valid = '1' then
                        held  <= a_data;
                        req   <= '1';
                        state <= wait_ack;
                    end if;
                when wait_ack =>
                    if ack_sync(STAGES) = '1' then
                        req   <= '0';
                        state <= wait_clear;
                    end if;
                when wait_clear =>
                    if ack_sync(STAGES) = '0' then
                        state <= idle;
                    end if;
            end case;
        end if;
    end process side_a;

    a_ready <= '1' when state = idle else '0';

    synchronise_ack : process (clk_a, rst_a)
    begin
        if rst_a = '1' then
            ack_sync <= (others => '0');
        elsif clk_a'event and clk_a = '1' then
            ack_sync <= ack & ack_sync(1 to STAGES - 1);
        end if;
    end process synchronise_ack;

    side_b : process (clk_b, rst_b)
    begin
        if rst_b = '1' then
            req_sync <= (others => '0');
            ack      <= '0';
            b_valid  <= '0';
            b_data   <= (others => '0');
        elsif clk_b'event and clk_b = '1' then
            req_sync <= req & req_sync(1 to STAGES - 1);
            ack      <= req_sync(STAGES);
            b_valid  <= '0';
            if req_sync(STAGES) = '1' and ack = '0' then
                b_data  <= held;
                b_valid <= '1';
            end if;
        end if;
    end process side_b;

end rtl;
