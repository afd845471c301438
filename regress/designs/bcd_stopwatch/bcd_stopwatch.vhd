-----------------------------------------------------------------------------
--  Stopwatch with a multiplexed seven-segment display
--
--  DIGITS decimal digits, the topmost one counts to six only.  PRESCALE
--  clocks make one count, REFRESH clocks show one digit.  The lap button
--  freezes the display while the watch runs on.
-----------------------------------------------------------------------------
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity bcd_stopwatch is
   generic (
      DIGITS   : integer range 2 to 8 := 4;
      PRESCALE : positive := 100;
      REFRESH  : positive := 10
   );
   port (
      clk     : in  std_logic;
      clear   : in  std_logic;
      run     : in  std_logic;
      lap     : in  std_logic;
      segment : out std_logic_vector(6 downto 0);
      anode   : out std_logic_vector(DIGITS-1 downto 0);
      blink   : out std_logic
   );
end bcd_stopwatch;

architecture structure of bcd_stopwatch is

   component bcd_digit
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
   end component;

   subtype pattern is std_logic_vector(6 downto 0);
   type patterns is array (0 to 9) of pattern;

   -- segments a to g, a leftmost
   constant FONT : patterns :=
      ("1111110", "0110000", "1101101", "1111001", "0110011",
       "1011011", "1011111", "1110000", "1111111", "1111011");

   signal digits_now  : std_logic_vector(4*DIGITS-1 downto 0);
   signal digits_lap  : std_logic_vector(4*DIGITS-1 downto 0) := (others => '0');
   signal inc         : std_logic_vector(DIGITS-1 downto 0);
   signal prescaler   : integer range 0 to PRESCALE-1 := 0;
   signal refresher   : integer range 0 to REFRESH-1 := 0;
   signal position    : integer range 0 to DIGITS-1 := 0;

begin

   prescale_p : process (clk)
   begin
      if clk'event and clk = '1' then
         if clear = '1' or prescaler = PRESCALE-1 then
            prescaler <= 0;
         elsif run = '1' then
            prescaler <= prescaler + 1;
         end if;
      end if;
   end process;

   inc(0) <= '1' when prescaler = PRESCALE-1 else '0';

   chain : for i in 0 to DIGITS-2 generate
      low : bcd_digit
         port map (
            clk               => clk,
            clear             => clear,
            inc               => inc(i),
            digit(0)          => digits_now(4*i),
            digit(3 downto 1) => digits_now(4*i+3 downto 4*i+1),
            carry             => inc(i+1)
         );
   end generate;

   top : bcd_digit
      generic map (6)
      port map (clk, clear, inc(inc'left),
                digits_now(4*DIGITS-1 downto 4*DIGITS-4), open);

   display_p : process (clk)
   begin
      if clk'event and clk = '1' then
         if lap = '0' then
            digits_lap <= digits_now;
         end if;
         if refresher = REFRESH-1 then
            refresher <= 0;
            if position = DIGITS-1 then
               position <= 0;
            else
               position <= position + 1;
            end if;
         else
            refresher <= refresher + 1;
         end if;
      end if;
   end process;

   shown : process (digits_lap, position)
      variable d : unsigned(3 downto 0);
   begin
      d := unsigned(digits_lap(4*position+3 downto 4*position));
      if d <= 9 then
         segment <= FONT(to_integer(d));
      else
         segment <= (0 => '1', 6 downto 1 => '0');     -- cannot happen
      end if;

      anode <= (others => '0');
      anode(position) <= '1';
   end process;

   blink <= digits_now(0) and run;

end structure;
