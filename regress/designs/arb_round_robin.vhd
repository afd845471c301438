-- Round-robin arbiter, combinational grant, registered pointer.
--
-- The search starts behind the port that was granted last and wraps around.
-- The grant is held until "done" says that the transaction is over.

library ieee;
  use ieee.std_logic_1164.all;
  use ieee.numeric_std.all;

entity arb_round_robin is
  generic (
    N_PORTS : integer range 1 to 32 := 4
  );
  port (
    clk        : in  std_logic;
    rst_n      : in  std_logic;
    request    : in  std_logic_vector(0 to N_PORTS - 1);
    done       : in  std_logic;
    grant      : out std_logic_vector(0 to N_PORTS - 1);
    grant_idx  : out integer range 0 to N_PORTS - 1;
    busy       : out std_logic
  );
end entity arb_round_robin;

architecture rtl of arb_round_robin is

  type state_type is (st_idle, st_granted);

  subtype port_index is integer range 0 to N_PORTS - 1;

  signal state, next_state : state_type;
  signal last, next_last   : port_index;

  -- First requester behind "from", cyclically; "from" itself comes last.
  function search (requests : std_logic_vector; from : natural) return natural is
    constant n   : natural := requests'length;
    variable idx : natural;
  begin
    for offset in 1 to n loop
      idx := (from + offset) mod n;
      next when requests(idx) = '0';
      return idx;
    end loop;
    return from;
  end function search;

begin

  registers : process (clk, rst_n) is
  begin
    if rst_n = '0' then
      state <= st_idle;
      last  <= port_index'high;
    elsif rising_edge(clk) then
      state <= next_state;
      last  <= next_last;
    end if;
  end process registers;

  transitions : process (all) is
    variable winner : port_index;
  begin
    -- defaults
    next_state <= state;
    next_last  <= last;
    grant      <= (others => '0');
    busy       <= '0';

    case state is
      when st_idle =>
        if (or request) = '1' then
          winner     := search(request, last);
          next_last  <= winner;
          next_state <= st_granted;
        end if;

      when st_granted =>
        busy        <= '1';
        grant(last) <= '1';
        if done = '1' or request(last) = '0' then
          next_state <= st_idle;
        end if;
    end case;
  end process transitions;

  grant_idx <= last;

end architecture rtl;
