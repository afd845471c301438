-- The register of "Verifying Parametrised Hardware Designs Via Counter
-- Automata" (HVC 2007), section 6.  The properties of the paper are that
-- the transfer from the input to the output and the reset work.
--
-- The paper's register has a fixed width; here it is a generic.

library ieee;
use ieee.std_logic_1164.all;

entity paper_register is
    generic (
        WIDTH : positive := 8
    );
    port (
        clk   : in  std_logic;
        reset : in  std_logic;      -- asynchronous
        clr   : in  std_logic;      -- synchronous
        we    : in  std_logic;
        oe    : in  std_logic;
        d     : in  std_logic_vector(WIDTH - 1 downto 0);
        q     : out std_logic_vector(WIDTH - 1 downto 0);
        dirty : out std_logic
    );
end entity paper_register;

architecture behav of paper_register is

    signal reg : std_logic_vector(WIDTH - 1 downto 0);
    signal written : std_logic;

begin

    store : process (clk, reset)
    begin
        if reset = '1' then
            reg     <= (others => '0');
            written <= '0';
        elsif clk'event and clk = '1' then
            if clr = '1' then
                reg     <= (others => '0');
                written <= '0';
            elsif we = '1' then
                reg     <= d;
                written <= '1';
            end if;
        end if;
    end process store;

    -- the output is forced to zero rather than to high impedance
    output : process (oe, reg)
    begin
        if oe = '1' then
            q <= reg;
        else
            q <= (others => '0');
        end if;
    end process output;

    dirty <= written;

end architecture behav;
