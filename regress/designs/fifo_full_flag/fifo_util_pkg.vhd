-- Helpers shared by the buffers of this library.

library IEEE;
use IEEE.STD_LOGIC_1164.ALL;
use IEEE.NUMERIC_STD.ALL;

package fifo_util_pkg is

    -- Bits needed to address N places, at least one.
    function AddrWidth (N : positive) return positive;

    -- The place after the given one in a ring of N places, two flavours.
    function Advance (Ptr : unsigned; N : positive) return unsigned;
    function Advance (Ptr : natural;  N : positive) return natural;

    -- How many words lie between the two pointers; Full decides the tie.
    function Distance (WrPtr, RdPtr : natural; Full : boolean;
                       N : positive) return natural;

end package fifo_util_pkg;

package body fifo_util_pkg is

    function AddrWidth (N : positive) return positive is
        variable Rest : natural := N - 1;
        variable Bits : natural := 0;
    begin
        while Rest > 0 loop
            Rest := Rest / 2;
            Bits := Bits + 1;
        end loop;
        if Bits = 0 then
            return 1;
        end if;
        return Bits;
    end function AddrWidth;

    function Advance (Ptr : unsigned; N : positive) return unsigned is
    begin
        if Ptr = N - 1 then
            return to_unsigned(0, Ptr'length);
        end if;
        return Ptr + 1;
    end function Advance;

    function Advance (Ptr : natural; N : positive) return natural is
    begin
        if Ptr = N - 1 then
            return 0;
        end if;
        return Ptr + 1;
    end function Advance;

    function Distance (WrPtr, RdPtr : natural; Full : boolean;
                       N : positive) return natural is
    begin
        if Full then
            return N;
        elsif WrPtr >= RdPtr then
            return WrPtr - RdPtr;
        else
            return N - RdPtr + WrPtr;
        end if;
    end function Distance;

end package body fifo_util_pkg;
