-- One decimal digit.  The modulus allows for the sixes of minutes.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity bcd_digit is
   generic (
      MODULUS : integer range 2 to 10 := 10
   );
   port (
      clk   : in  std_logic;
      clear : in  std_logic;
      inc   : in  std_logic;
      digit : out std_logic_vector(3 downto 0);
      carry : out std_logic
   );
end bcd_digit;

architecture behave of bcd_digit is
   signal value : unsigned(3 downto 0) := "0000";
begin

   process (clk)
   begin
      if clk'event and clk = '1' then
         if clear = '1' then
            value <= "0000";
         elsif inc = '1' then
            if value = MODULUS - 1 then
               value <= "0000";
            else
               value <= value + 1;
            end if;
         end if;
      end if;
   end process;

   digit <= std_logic_vector(value);
   carry <= '1' when inc = '1' and value = MODULUS - 1 else '0';

end behave;
