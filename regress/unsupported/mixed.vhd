-- Several things at once: one reason must not hide another.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity mixed is
    generic (
        WIDTH : positive := 4
    );
    port (
        clk     : in  std_logic;
        a, b, c : in  std_logic;
        word    : in  unsigned(WIDTH - 1 downto 0);
        count   : out unsigned(WIDTH - 1 downto 0);
        y, q    : out std_logic
    );
end entity mixed;

architecture rtl of mixed is
    signal half : std_logic := '0';
    signal n    : unsigned(WIDTH - 1 downto 0) := (others => '0');
    alias low   : std_logic is word(0);
    procedure clear (signal s : out unsigned) is
    begin
        s <= (s'range => '0');
    end procedure clear;
begin

    half  <= not half when rising_edge(clk);
    count <= n;

    -- counts on what is no clock
    process (half)
    begin
        if rising_edge(half) then
            n <= n + word;
        end if;
    end process;

    comb : process (a)
    begin
        y <= a and b and c;
    end process comb;

    one : process (clk)
    begin
        if rising_edge(clk) then
            q <= a;
        end if;
    end process one;

    -- and once more
    two : process (clk)
    begin
        if falling_edge(clk) then
            q <= b;
        end if;
    end process two;

end architecture rtl;
