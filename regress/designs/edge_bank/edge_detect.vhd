-- One edge detector.  KIND is "rising", "falling" or "both".

library ieee;
use ieee.std_logic_1164.all;

entity edge_detect is
  generic (
    KIND : string := "rising"
  );
  port (
    clk : in  std_logic;
    rst : in  std_logic := '0';
    d   : in  std_logic;
    hit : out std_logic
  );
end entity edge_detect;

architecture rtl of edge_detect is
  signal before : std_logic := '0';
begin

  before <= '0' when rst = '1' and rising_edge(clk) else
            d   when rising_edge(clk);

  rising : if KIND = "rising" generate
    hit <= d and not before;
  end generate rising;

  falling : if KIND = "falling" generate
    hit <= before and not d;
  end generate falling;

  both : if KIND /= "rising" and KIND /= "falling" generate
    hit <= d xor before;
  end generate both;

end architecture rtl;
