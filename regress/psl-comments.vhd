-- SPDX-License-Identifier: GPL-3.0-or-later
-- Properties in comments, as tools before VHDL-2008 read it.

library ieee;
use ieee.std_logic_1164.all;

entity traffic_light is
  generic (
    GREEN_TIME  : positive := 20;
    YELLOW_TIME : positive := 3
  );
  port (
    clk, rst   : in  std_logic;
    car        : in  std_logic;
    red, yellow, green : out std_logic
  );
end traffic_light;

architecture fsm of traffic_light is
  type light_t is (is_red, is_yellow, is_green);
  signal light : light_t;
  signal timer : natural;
begin

  process (clk, rst)
  begin
    if rst = '1' then
      light <= is_red;
      timer <= 0;
    elsif rising_edge(clk) then
      if timer > 0 then
        timer <= timer - 1;
      else
        case light is
          when is_red =>
            if car = '1' then
              light <= is_green;
              timer <= GREEN_TIME - 1;
            end if;
          when is_green =>
            light <= is_yellow;
            timer <= YELLOW_TIME - 1;
          when is_yellow =>
            light <= is_red;
        end case;
      end if;
    end if;
  end process;

  red    <= '1' when light = is_red else '0';
  yellow <= '1' when light = is_yellow else '0';
  green  <= '1' when light = is_green else '0';

  -- psl default clock is rising_edge(clk);
  -- psl one_light : assert always not (light = is_red and light = is_green);
  -- psl property no_jump is always (light = is_green -> next (light /= is_red));
  -- psl assert no_jump;
  -- psl assert always (light = is_yellow -> next_e[1 to 3] (light = is_red))
  --   report "yellow lasts for too long";
  -- psl cover {light = is_green; light = is_yellow};

end fsm;
