-- Credit-based flow control, sender side.
--
-- The sender starts with INITIAL credits; each word sent takes one, each
-- credit returned gives up to 2**RETURN_BITS - 1 back.  More than
-- MAX_CREDITS is an error of the receiver; the count saturates and the error
-- is remembered.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity credit_counter is
  generic (
    MAX_CREDITS : positive := 15;
    INITIAL     : natural  := 8;
    RETURN_BITS : positive := 2
  );
  port (
    clk         : in  std_logic;
    rst         : in  std_logic;

    s_valid     : in  std_logic;
    s_ready     : out std_logic;
    m_valid     : out std_logic;
    m_ready     : in  std_logic;

    ret_valid   : in  std_logic;
    ret_amount  : in  unsigned(RETURN_BITS - 1 downto 0);

    credits     : out natural range 0 to MAX_CREDITS;
    low         : out std_logic;
    ret_error   : out std_logic
  );
end entity credit_counter;

architecture rtl of credit_counter is

  function minimum_of (a, b : integer) return integer is
  begin
    if a < b then return a; end if;
    return b;
  end function minimum_of;

  signal count     : natural range 0 to MAX_CREDITS := INITIAL;
  signal available : boolean;
  signal sending   : boolean;

begin

  assert INITIAL <= MAX_CREDITS
    report "credit_counter: INITIAL is above MAX_CREDITS"
    severity failure;

  available <= count > 0;
  sending   <= s_valid = '1' and m_ready = '1' and available;

  m_valid <= s_valid when available else '0';
  s_ready <= m_ready when available else '0';

  process (clk) is
    variable total : integer;
  begin
    if rising_edge(clk) then
      total := count;
      if sending then
        total := total - 1;
      end if;
      if ret_valid = '1' then
        total := total + to_integer(ret_amount);
      end if;

      count <= minimum_of(total, MAX_CREDITS);
      if total > MAX_CREDITS then
        report "credit_counter: receiver returned too much" severity note;
        ret_error <= '1';
      end if;

      if rst = '1' then
        count <= INITIAL;
        ret_error <= '0';
      end if;
    end if;
  end process;

  credits <= count;
  low     <= '1' when count <= MAX_CREDITS / 4 else '0';

  -- a word is never sent without a credit
  process (clk) is
  begin
    if rising_edge(clk) then
      assert not (m_valid = '1' and count = 0)
        report "credit_counter: sent without credit" severity error;
    end if;
  end process;

end architecture rtl;
