-- skid_buffer: registers both directions of a valid/ready stream.
--
-- Without it a long ready path crosses the whole pipeline.  The word that
-- arrives in the cycle in which downstream stops is kept in the skid
-- register.  With REGISTERED_OUTPUT = false the data path stays
-- combinational and only ready is cut (one register less).

library ieee;
use ieee.std_logic_1164.all;

entity skid_buffer is
    generic (
        WIDTH             : positive := 32;
        REGISTERED_OUTPUT : boolean  := true
    );
    port (
        clk     : in  std_logic;
        resetn  : in  std_logic;
        s_data  : in  std_logic_vector(WIDTH - 1 downto 0);
        s_last  : in  std_logic;
        s_valid : in  std_logic;
        s_ready : out std_logic;
        m_data  : out std_logic_vector(WIDTH - 1 downto 0);
        m_last  : out std_logic;
        m_valid : out std_logic;
        m_ready : in  std_logic
    );
end entity skid_buffer;

architecture rtl of skid_buffer is

    -- data and last travel together
    subtype word_t is std_logic_vector(WIDTH downto 0);

    signal incoming   : word_t;
    signal outgoing   : word_t;
    signal skid       : word_t    := (others => '0');
    signal skid_valid : std_logic := '0';

begin

    incoming <= s_last & s_data;
    s_ready  <= not skid_valid;

    m_last <= outgoing(outgoing'high);
    m_data <= outgoing(m_data'range);

    cut_both : if REGISTERED_OUTPUT generate
        signal out_reg   : word_t    := (others => '0');
        signal out_valid : std_logic := '0';
        signal advance   : std_logic;
    begin
        advance <= m_ready or not out_valid;

        process
        begin
            wait until rising_edge(clk);
            if advance then
                out_valid  <= s_valid or skid_valid;
                out_reg    <= skid when skid_valid = '1' else incoming;
                skid_valid <= '0';
            elsif s_valid and not skid_valid then
                skid       <= incoming;
                skid_valid <= '1';
            end if;
            if resetn = '0' then
                out_valid  <= '0';
                skid_valid <= '0';
            end if;
        end process;

        outgoing <= out_reg;
        m_valid  <= out_valid;
    else generate
        process
        begin
            wait until rising_edge(clk);
            if m_ready then
                skid_valid <= '0';
            elsif s_valid and not skid_valid then
                skid       <= incoming;
                skid_valid <= '1';
            end if;
            if resetn = '0' then
                skid_valid <= '0';
            end if;
        end process;

        outgoing <= skid when skid_valid = '1' else incoming;
        m_valid  <= s_valid or skid_valid;
    end generate;

end architecture rtl;
