-- fifo_no_full: a FIFO that takes a word whether there is room or not.
--
-- The count leaves its range with the word after the last one that fits, so
-- a run that shows it is as long as the FIFO is deep.

library ieee;
use ieee.std_logic_1164.all;

entity fifo_no_full is
    generic (
        DEPTH : positive := 16;
        WIDTH : positive := 8
    );
    port (
        clk  : in  std_logic;
        rst  : in  std_logic;
        push : in  std_logic;
        din  : in  std_logic_vector(WIDTH - 1 downto 0);
        pop  : in  std_logic;
        dout : out std_logic_vector(WIDTH - 1 downto 0);
        full : out std_logic
    );
end entity fifo_no_full;

architecture rtl of fifo_no_full is

    type mem_t is array (0 to DEPTH - 1) of std_logic_vector(din'range);

    signal mem   : mem_t;
    signal head  : natural range 0 to DEPTH - 1;
    signal tail  : natural range 0 to DEPTH - 1;
    signal count : natural range 0 to DEPTH;

begin

    process (clk) is
    begin
        if rising_edge(clk) then
            if rst = '1' then
                head  <= 0;
                tail  <= 0;
                count <= 0;
            elsif push = '1' then
                mem(tail) <= din;
                if tail = DEPTH - 1 then
                    tail <= 0;
                else
                    tail <= tail + 1;
                end if;
                count <= count + 1;
            elsif pop = '1' and count /= 0 then
                if head = DEPTH - 1 then
                    head <= 0;
                else
                    head <= head + 1;
                end if;
                count <= count - 1;
            end if;
        end if;
    end process;

    dout <= mem(head);
    full <= '1' when count = DEPTH else '0';

end architecture rtl;
