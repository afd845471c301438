-- Address maps: base and size of each slave, in words.

library ieee;
use ieee.std_logic_1164.all;

package map_pkg is

    type int_vector is array (natural range <>) of natural;

    -- The map that most of our boards use: five slaves, 64 words together.
    constant BOARD_BASES : int_vector(0 to 4) := (0, 8, 16, 32, 48);
    constant BOARD_SIZES : int_vector(0 to 4) := (8, 4, 16, 16, 10);

    -- Does the address lie in the window?
    function hit (address, base, size : natural) return boolean;
    function hit (address, base, size : natural) return std_logic;

    -- Where the bus ends: first address behind all windows.
    function span (bases, sizes : int_vector) return natural;

    -- True if two windows overlap.
    function overlap (bases, sizes : int_vector) return boolean;

end package map_pkg;

package body map_pkg is

    function hit (address, base, size : natural) return boolean is
    begin
        return address >= base and address < base + size;
    end function hit;

    function hit (address, base, size : natural) return std_logic is
        variable inside : boolean;
    begin
        inside := hit(address, base, size);
        if inside then
            return '1';
        else
            return '0';
        end if;
    end function hit;

    function span (bases, sizes : int_vector) return natural is
        variable top : natural := 0;
    begin
        for i in bases'range loop
            next when bases(i) + sizes(i) <= top;
            top := bases(i) + sizes(i);
        end loop;
        return top;
    end function span;

    function overlap (bases, sizes : int_vector) return boolean is
    begin
        for i in bases'low to bases'high loop
            for j in bases'low to bases'high loop
                next when j = i;
                if bases(j) >= bases(i) and bases(j) < bases(i) + sizes(i) then
                    return true;
                end if;
            end loop;
        end loop;
        return false;
    end function overlap;

end package body map_pkg;
