entity third is
  port (clk : in bit; d : in bit; q : out bit);
end entity third;

architecture rtl of third is
begin
  process (clk)
  begin
    if clk'event and clk = '1' then
      q <= d;
    end if;
  end process;
end architecture rtl;
