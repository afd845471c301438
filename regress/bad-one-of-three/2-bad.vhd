entity second is
  port (clk : in bti);
end entity second;
