-- Common definitions of the I/O hub.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package hub_pkg is

    constant CHANNEL_BITS : positive := 4;      -- data bits of a channel

    subtype channel_word is std_logic_vector(CHANNEL_BITS - 1 downto 0);
    type channel_words is array (natural range <>) of channel_word;

    type channel_mode is (mode_off, mode_count, mode_capture, mode_pulse);

    function log2c (n : natural) return natural;
    function to_mode (code : std_logic_vector(1 downto 0)) return channel_mode;

end package hub_pkg;

package body hub_pkg is

    -- ceil(log2(n)), recursively
    function log2c (n : natural) return natural is
    begin
        if n <= 1 then
            return 0;
        else
            return 1 + log2c((n + 1) / 2);
        end if;
    end function log2c;

    function to_mode (code : std_logic_vector(1 downto 0)) return channel_mode is
    begin
        case code is
            when "01"   => return mode_count;
            when "10"   => return mode_capture;
            when "11"   => return mode_pulse;
            when others => return mode_off;
        end case;
    end function to_mode;

end package body hub_pkg;
