-- Synchroniser for one level: STAGES flip-flops in the target domain.
--
-- Two architectures: "shift" is the usual chain as one vector; "chain" spells
-- out the flip-flops with a generate, so that each can carry placement
-- attributes of its own.

library ieee;
use ieee.std_logic_1164.all;

entity level_sync is
  generic (
    STAGES     : integer range 2 to 8 := 2;
    INIT_VALUE : std_logic            := '0'
  );
  port (
    clk   : in  std_logic;
    rst   : in  std_logic := '0';
    level : in  std_logic;
    q     : out std_logic
  );
end level_sync;

architecture shift of level_sync is
  signal chain : std_logic_vector(STAGES - 1 downto 0) := (others => INIT_VALUE);
begin

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        chain <= (chain'range => INIT_VALUE);
      else
        chain <= chain(chain'high - 1 downto 0) & level;
      end if;
    end if;
  end process;

  q <= chain(chain'left);

end shift;

architecture chain of level_sync is
  signal ff : std_logic_vector(0 to STAGES) := (others => INIT_VALUE);
begin

  ff(0) <= level;

  stage : for i in 1 to STAGES generate
  begin
    reg : process (clk)
    begin
      if rising_edge(clk) then
        if rst = '1' then
          ff(i) <= INIT_VALUE;
        else
          ff(i) <= ff(i - 1);
        end if;
      end if;
    end process reg;
  end generate stage;

  q <= ff(ff'right);

end chain;
