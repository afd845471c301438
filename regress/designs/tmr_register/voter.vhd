-- Bitwise majority of three words of any length.

library ieee;
use ieee.std_logic_1164.all;

entity voter is
    port (
        a, b, c  : in  std_logic_vector;
        y        : out std_logic_vector;
        mismatch : out std_logic
    );
end entity voter;

architecture dataflow of voter is
    signal vote : std_logic_vector(y'range);
begin

    assert a'ascending = y'ascending and b'ascending = y'ascending
        and c'ascending = y'ascending
        report "voter: words of different directions" severity failure;
    assert a'length = y'length and b'length = y'length and c'length = y'length
        report "voter: words of different lengths" severity failure;

    vote     <= (a and b) or (b and c) or (a and c);
    y        <= vote;
    mismatch <= or ((a xor vote) or (b xor vote) or (c xor vote));

end architecture dataflow;
