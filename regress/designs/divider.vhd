-- Sequential divider, one quotient bit per clock (restoring).
--
-- Signed or unsigned by input: a signed division rounds towards zero and the
-- remainder has the sign of the dividend, as "/" and "rem" of VHDL do.  A
-- division by zero gives all ones and the dividend, and sets div_zero.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity divider is
   generic (
      N : integer range 2 to 24 := 8
   );
   port (
      clk       : in  std_logic;
      rst       : in  std_logic;
      start     : in  std_logic;
      is_signed : in  std_logic;
      dividend  : in  std_logic_vector(N-1 downto 0);
      divisor   : in  std_logic_vector(N-1 downto 0);
      quotient  : out std_logic_vector(N-1 downto 0);
      remainder : out std_logic_vector(N-1 downto 0);
      ready     : out std_logic;
      div_zero  : out std_logic
   );
end entity divider;

architecture rtl of divider is

   signal acc      : unsigned(2*N-1 downto 0) := (others => '0');
   signal den      : unsigned(N-1 downto 0)   := (others => '0');
   signal steps    : integer range 0 to N     := 0;
   signal neg_q    : std_logic := '0';
   signal neg_r    : std_logic := '0';
   signal busy     : std_logic := '0';

   -- the operands as they came, for the check at the end
   signal a, b     : signed(N downto 0) := (others => '0');

   function magnitude (v : std_logic_vector; sign : std_logic) return unsigned is
   begin
      if sign = '1' and v(v'left) = '1' then
         return unsigned(abs signed(v));
      end if;
      return unsigned(v);
   end function magnitude;

   function with_sign (v : unsigned; negative : std_logic) return unsigned is
   begin
      if negative = '1' then
         return not v + 1;
      end if;
      return v;
   end function with_sign;

begin

   process (clk)
      variable shifted : unsigned(2*N-1 downto 0);
      variable upper   : unsigned(N downto 0);
      variable q, r    : unsigned(N-1 downto 0);
   begin
      if rising_edge(clk) then
         if rst = '1' then
            busy  <= '0';
            steps <= 0;
            div_zero <= '0';
         elsif busy = '0' then
            if start = '1' then
               acc   <= resize(magnitude(dividend, is_signed), 2*N);
               den   <= magnitude(divisor, is_signed);
               neg_q <= is_signed and (dividend(N-1) xor divisor(N-1));
               neg_r <= is_signed and dividend(N-1);
               a     <= signed((is_signed and dividend(N-1)) & dividend);
               b     <= signed((is_signed and divisor(N-1)) & divisor);
               steps <= N;
               busy  <= '1';
            end if;
         elsif steps > 0 then
            -- the bit that leaves on top is kept: N+1 bits are compared
            upper   := acc(2*N-1 downto N-1);
            shifted := acc sll 1;
            if upper >= den then
               upper := upper - den;
               shifted(0) := '1';
            end if;
            shifted(2*N-1 downto N) := upper(N-1 downto 0);
            acc   <= shifted;
            steps <= steps - 1;
         else
            q := with_sign(acc(N-1 downto 0), neg_q);
            r := with_sign(acc(2*N-1 downto N), neg_r);
            div_zero <= '0';
            if den = 0 then
               div_zero <= '1';
               q := (others => '1');
            else
               assert q = resize(unsigned(std_logic_vector(a / b)), N)
                  and r = resize(unsigned(std_logic_vector(a rem b)), N)
                  report "divider: wrong result" severity error;
            end if;
            quotient  <= std_logic_vector(q);
            remainder <= std_logic_vector(r);
            busy      <= '0';
         end if;
      end if;
   end process;

   ready <= not busy;

end architecture rtl;
