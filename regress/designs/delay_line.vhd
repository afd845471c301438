-- Delay line, two implementations behind one entity.
--
-- "shift_reg" is a chain of registers, which synthesis maps to shift-register
-- primitives; "circular" keeps the samples in a memory and moves an index,
-- which is cheaper for long delays.  Both delay by DELAY enabled clocks; a
-- delay of zero is a wire.  "filled" tells that the output is a sample and
-- not what was there at power-up.

library ieee;
use ieee.std_logic_1164.all;

entity delay_line is
    generic (
        DELAY : natural  := 16;
        WIDTH : positive := 12
    );
    port (
        clk    : in  std_logic;
        ce     : in  std_logic;
        clr    : in  std_logic;
        d      : in  std_logic_vector(WIDTH - 1 downto 0);
        q      : out std_logic_vector(WIDTH - 1 downto 0);
        filled : out std_logic
    );
end entity delay_line;

architecture shift_reg of delay_line is
    type samples_t is array (natural range <>) of
        std_logic_vector(WIDTH - 1 downto 0);
begin

    wire : if DELAY = 0 generate
        q      <= d;
        filled <= '1';
    end generate wire;

    chain : if DELAY > 0 generate
        signal stage : samples_t(1 to DELAY) := (others => (others => '0'));
        signal marks : std_logic_vector(1 to DELAY) := (others => '0');
    begin
        process
        begin
            wait until clk'event and clk = '1';
            if clr = '1' then
                marks <= (others => '0');
            elsif ce = '1' then
                stage <= d & stage(1 to DELAY - 1);
                marks <= '1' & marks(1 to DELAY - 1);
            end if;
        end process;

        q      <= stage(DELAY);
        filled <= marks(DELAY);
    end generate chain;

end architecture shift_reg;

architecture circular of delay_line is
    type samples_t is array (natural range <>) of
        std_logic_vector(WIDTH - 1 downto 0);
begin

    wire : if DELAY = 0 generate
        q      <= d;
        filled <= '1';
    end generate wire;

    -- With the registered output the memory holds one sample less.
    single : if DELAY = 1 generate
        process
        begin
            wait until clk'event and clk = '1';
            if clr = '1' then
                filled <= '0';
            elsif ce = '1' then
                q      <= d;
                filled <= '1';
            end if;
        end process;
    end generate single;

    ring : if DELAY > 1 generate
        constant PLACES : positive := DELAY - 1;
        signal memory : samples_t(0 to PLACES - 1) := (others => (others => '0'));
        signal index  : natural range 0 to PLACES - 1 := 0;
        signal count  : natural range 0 to DELAY := 0;
    begin
        process
        begin
            wait until clk'event and clk = '1';
            if clr = '1' then
                count <= 0;
            elsif ce = '1' then
                q             <= memory(index);     -- the oldest one
                memory(index) <= d;
                if index = PLACES - 1 then
                    index <= 0;
                else
                    index <= index + 1;
                end if;
                if count < DELAY then
                    count <= count + 1;
                end if;
            end if;
        end process;

        filled <= '1' when count = DELAY else '0';
    end generate ring;

end architecture circular;
