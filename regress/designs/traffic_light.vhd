-- ============================================================================
-- Traffic light controller for the crossing of a main and a side street.
--
-- The main street has green until a car waits in the side street or a
-- pedestrian has pressed the button.  All phases last a given number of
-- seconds; the input tick comes once per second.  The lamps are listed in
-- the order red, yellow, green.
-- ============================================================================

library IEEE;
use IEEE.STD_LOGIC_1164.all;

entity traffic_light is
  generic (
    MAIN_GREEN_MIN : positive := 20;
    SIDE_GREEN     : positive := 8;
    YELLOW         : positive := 3;
    ALL_RED        : positive := 1
  );
  port (
    CLOCK      : in  STD_LOGIC;
    RESET      : in  STD_LOGIC;
    TICK       : in  STD_LOGIC;
    CAR        : in  STD_LOGIC;
    BUTTON     : in  STD_LOGIC;
    MAIN_LAMPS : out STD_LOGIC_VECTOR(2 downto 0);
    SIDE_LAMPS : out STD_LOGIC_VECTOR(2 downto 0);
    WALK       : out STD_LOGIC
  );
end traffic_light;

architecture FSM of traffic_light is

  subtype LAMPS is STD_LOGIC_VECTOR(2 downto 0);

  constant L_RED        : LAMPS := ('1', '0', '0');
  constant L_RED_YELLOW : LAMPS := ('1', '1', '0');
  constant L_GREEN      : LAMPS := ('0', '0', '1');
  constant L_YELLOW     : LAMPS := ('0', '1', '0');

  type PHASE is (MAIN_GO, MAIN_STOPS, CLEAR_1, SIDE_STARTS,
                 SIDE_GO, SIDE_STOPS, CLEAR_2, MAIN_STARTS);

  function MAXIMUM_OF (A, B, C, D : positive) return positive is
    variable M : positive := A;
  begin
    if B > M then M := B; end if;
    if C > M then M := C; end if;
    if D > M then M := D; end if;
    return M;
  end MAXIMUM_OF;

  constant LONGEST : positive :=
    MAXIMUM_OF(MAIN_GREEN_MIN, SIDE_GREEN, YELLOW, ALL_RED);

  signal STATE   : PHASE;
  signal SECONDS : integer range 0 to LONGEST - 1;  -- left in this phase
  signal WISH    : STD_LOGIC;                       -- pedestrian waits

  signal MAIN_I, SIDE_I : LAMPS;

begin

  process (CLOCK, RESET)
  begin
    if RESET = '1' then
      STATE   <= CLEAR_2;
      SECONDS <= ALL_RED - 1;
      WISH    <= '0';
    elsif CLOCK'event and CLOCK = '1' then

      if BUTTON = '1' then
        WISH <= '1';
      end if;

      if TICK = '1' then
        if SECONDS > 0 then
          SECONDS <= SECONDS - 1;
        else
          case STATE is
            when MAIN_GO =>
              if CAR = '1' or WISH = '1' then
                STATE   <= MAIN_STOPS;
                SECONDS <= YELLOW - 1;
              end if;
            when MAIN_STOPS =>
              STATE   <= CLEAR_1;
              SECONDS <= ALL_RED - 1;
            when CLEAR_1 =>
              STATE   <= SIDE_STARTS;
            when SIDE_STARTS =>
              STATE   <= SIDE_GO;
              SECONDS <= SIDE_GREEN - 1;
            when SIDE_GO =>
              STATE   <= SIDE_STOPS;
              SECONDS <= YELLOW - 1;
              WISH    <= '0';
            when SIDE_STOPS =>
              STATE   <= CLEAR_2;
              SECONDS <= ALL_RED - 1;
            when CLEAR_2 =>
              STATE   <= MAIN_STARTS;
            when MAIN_STARTS =>
              STATE   <= MAIN_GO;
              SECONDS <= MAIN_GREEN_MIN - 1;
          end case;
        end if;
      end if;
    end if;
  end process;

  with STATE select
    MAIN_I <= L_GREEN      when MAIN_GO,
              L_YELLOW     when MAIN_STOPS,
              L_RED_YELLOW when MAIN_STARTS,
              L_RED        when others;

  with STATE select
    SIDE_I <= L_GREEN      when SIDE_GO,
              L_YELLOW     when SIDE_STOPS,
              L_RED_YELLOW when SIDE_STARTS,
              L_RED        when CLEAR_1 | CLEAR_2 | MAIN_GO
                                | MAIN_STOPS | MAIN_STARTS;

  MAIN_LAMPS <= MAIN_I;
  SIDE_LAMPS <= SIDE_I;

  WALK <= WISH when STATE = SIDE_GO else '0';

  assert not (MAIN_I(0) = '1' and SIDE_I(0) = '1')
    report "both streets have green" severity error;

end FSM;
