-- Conversions between binary and Gray code for vectors of any length.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package gray_pkg is
    function to_gray   (binary : unsigned) return std_logic_vector;
    function from_gray (gray : std_logic_vector) return unsigned;
end package gray_pkg;

package body gray_pkg is

    function to_gray (binary : unsigned) return std_logic_vector is
    begin
        return std_logic_vector(binary xor shift_right(binary, 1));
    end function to_gray;

    function from_gray (gray : std_logic_vector) return unsigned is
        variable binary : unsigned(gray'range);
    begin
        binary(gray'left) := gray(gray'left);
        for i in gray'left - 1 downto gray'right loop
            binary(i) := binary(i + 1) xor gray(i);
        end loop;
        return binary;
    end function from_gray;

end package body gray_pkg;
