-- Video timing generator: pixel, line and frame counters.
--
-- Visible area, front porch, sync pulse and back porch of both directions
-- are generics.  Two architectures: "integers" counts in ranged integers,
-- "vectors" in unsigned vectors just wide enough.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity frame_counter is
  generic (
    H_VISIBLE : positive := 640;
    H_FRONT   : natural  := 16;
    H_SYNC    : positive := 96;
    H_BACK    : natural  := 48;
    V_VISIBLE : positive := 480;
    V_FRONT   : natural  := 10;
    V_SYNC    : positive := 2;
    V_BACK    : natural  := 33;
    FRAMES    : positive := 60          -- frames per tick of "second"
  );
  port (
    clk     : in  std_logic;
    rst     : in  std_logic;
    pix_en  : in  std_logic;
    hsync   : out std_logic;
    vsync   : out std_logic;
    visible : out std_logic;
    sof     : out std_logic;            -- start of frame
    second  : out std_logic
  );
end frame_counter;

architecture integers of frame_counter is

  constant H_TOTAL : positive := H_VISIBLE + H_FRONT + H_SYNC + H_BACK;
  constant V_TOTAL : positive := V_VISIBLE + V_FRONT + V_SYNC + V_BACK;

  signal h : natural range 0 to H_TOTAL - 1 := 0;
  signal v : natural range 0 to V_TOTAL - 1 := 0;
  signal f : natural range 0 to FRAMES - 1  := 0;

begin

  process (clk)
  begin
    if rising_edge(clk) then
      second <= '0';
      if rst = '1' then
        h <= 0;
        v <= 0;
        f <= 0;
      elsif pix_en = '1' then
        if h /= H_TOTAL - 1 then
          h <= h + 1;
        else
          h <= 0;
          if v /= V_TOTAL - 1 then
            v <= v + 1;
          else
            v <= 0;
            if f /= FRAMES - 1 then
              f <= f + 1;
            else
              f      <= 0;
              second <= '1';
            end if;
          end if;
        end if;
      end if;
    end if;
  end process;

  hsync   <= '1' when h >= H_VISIBLE + H_FRONT
                  and h < H_VISIBLE + H_FRONT + H_SYNC else '0';
  vsync   <= '1' when v >= V_VISIBLE + V_FRONT
                  and v < V_VISIBLE + V_FRONT + V_SYNC else '0';
  visible <= '1' when h < H_VISIBLE and v < V_VISIBLE else '0';
  sof     <= '1' when h = 0 and v = 0 else '0';

end integers;

architecture vectors of frame_counter is

  function bits (n : positive) return positive is
    variable r : positive := 1;
  begin
    loop
      exit when 2**r >= n;
      r := r + 1;
    end loop;
    return r;
  end function bits;

  constant H_TOTAL : positive := H_VISIBLE + H_FRONT + H_SYNC + H_BACK;
  constant V_TOTAL : positive := V_VISIBLE + V_FRONT + V_SYNC + V_BACK;

  signal h : unsigned(bits(H_TOTAL) - 1 downto 0) := (others => '0');
  signal v : unsigned(bits(V_TOTAL) - 1 downto 0) := (others => '0');
  signal f : unsigned(bits(FRAMES) - 1 downto 0)  := (others => '0');

  signal h_last, v_last, f_last : boolean;

begin

  h_last <= h = H_TOTAL - 1;
  v_last <= v = V_TOTAL - 1;
  f_last <= f = FRAMES - 1;

  process (clk)
  begin
    if rising_edge(clk) then
      second <= '0';
      if rst = '1' then
        h <= (others => '0');
        v <= (others => '0');
        f <= (others => '0');
      elsif pix_en = '1' then
        h <= h + 1;
        if h_last then
          h <= (others => '0');
          v <= v + 1;
        end if;
        if h_last and v_last then
          v <= (others => '0');
          f <= f + 1;
        end if;
        if h_last and v_last and f_last then
          f      <= (others => '0');
          second <= '1';
        end if;
      end if;
    end if;
  end process;

  hsync   <= '1' when h >= H_VISIBLE + H_FRONT
                  and h < H_VISIBLE + H_FRONT + H_SYNC else '0';
  vsync   <= '1' when v >= V_VISIBLE + V_FRONT
                  and v < V_VISIBLE + V_FRONT + V_SYNC else '0';
  visible <= '1' when h < H_VISIBLE and v < V_VISIBLE else '0';
  sof     <= '1' when h = 0 and v = 0 else '0';

end vectors;
