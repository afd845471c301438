-------------------------------------------------------------------------------
--  register_file : two read ports, one write port, for a five-stage pipeline
--
--  Writes happen on the FALLING edge, so that a value written in the
--  write-back stage can be read in the second half of the same cycle by the
--  decode stage, whose registers are clocked by the rising edge.  Register 0
--  reads as zero if ZERO_REG is set.  The scoreboard marks registers whose
--  value is still on its way: it is set at issue and cleared at write-back.
-------------------------------------------------------------------------------
LIBRARY ieee;
USE ieee.std_logic_1164.ALL;
USE ieee.numeric_std.ALL;

ENTITY register_file IS
  GENERIC (
    XLEN     : positive := 32;
    ABITS    : positive := 5;
    ZERO_REG : boolean  := true);
  PORT (
    clk      : IN  std_logic;
    rst_n    : IN  std_logic;
    -- read ports
    ra_addr  : IN  std_logic_vector(ABITS-1 DOWNTO 0);
    rb_addr  : IN  std_logic_vector(ABITS-1 DOWNTO 0);
    ra_data  : OUT std_logic_vector(XLEN-1 DOWNTO 0);
    rb_data  : OUT std_logic_vector(XLEN-1 DOWNTO 0);
    -- write port
    we       : IN  std_logic;
    rd_addr  : IN  std_logic_vector(ABITS-1 DOWNTO 0);
    rd_data  : IN  std_logic_vector(XLEN-1 DOWNTO 0);
    -- scoreboard
    issue    : IN  std_logic;
    issue_rd : IN  std_logic_vector(ABITS-1 DOWNTO 0);
    stall    : OUT std_logic);
END register_file;

ARCHITECTURE rtl OF register_file IS

  CONSTANT NREGS : positive := 2**ABITS;

  TYPE reg_array IS ARRAY (natural RANGE <>) OF std_logic_vector(XLEN-1 DOWNTO 0);

  SIGNAL regs : reg_array(0 TO NREGS-1) := (OTHERS => (OTHERS => '0'));
  SIGNAL busy : std_logic_vector(NREGS-1 DOWNTO 0);

  SIGNAL ra, rb : natural RANGE 0 TO NREGS-1;

BEGIN

  ra <= to_integer(unsigned(ra_addr));
  rb <= to_integer(unsigned(rb_addr));

  -- first half of the cycle
  write_back : PROCESS (clk)
  BEGIN
    IF falling_edge(clk) THEN
      IF we = '1' AND NOT (ZERO_REG AND unsigned(rd_addr) = 0) THEN
        regs(to_integer(unsigned(rd_addr))) <= rd_data;
      END IF;
    END IF;
  END PROCESS write_back;

  -- second half
  decode : PROCESS (clk, rst_n)
  BEGIN
    IF rst_n = '0' THEN
      ra_data <= (OTHERS => '0');
      rb_data <= (OTHERS => '0');
      busy    <= (OTHERS => '0');
    ELSIF rising_edge(clk) THEN
      ra_data <= regs(ra);
      rb_data <= regs(rb);

      IF we = '1' THEN
        busy(to_integer(unsigned(rd_addr))) <= '0';
      END IF;
      IF issue = '1' THEN
        busy(to_integer(unsigned(issue_rd))) <= '1';
      END IF;
      IF ZERO_REG THEN
        busy(0) <= '0';
      END IF;
    END IF;
  END PROCESS decode;

  stall <= busy(ra) OR busy(rb);

END rtl;
