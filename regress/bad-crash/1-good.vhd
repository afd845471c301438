entity first is
  generic (N : positive := 3);
  port (clk : in bit; q : out bit_vector(N - 1 downto 0));
end entity first;
