--------------------------------------------------------------------------------
--  UART transmitter
--
--  8 data bits by default, optional parity ("none", "even", "odd"), one or two
--  stop bits.  The bit time is CLK_FREQ / BAUD clock cycles.
--
--  tx_data is taken when tx_start and tx_ready are both set.
--------------------------------------------------------------------------------
library IEEE;
use IEEE.std_logic_1164.all;
use IEEE.numeric_std.all;

entity uart_tx is
   generic (
      CLK_FREQ  : positive := 50_000_000;
      BAUD      : positive := 115_200;
      DATA_BITS : integer range 5 to 9 := 8;
      STOP_BITS : integer range 1 to 2 := 1;
      PARITY    : string   := "none"
   );
   port (
      clk      : in  std_logic;
      reset    : in  std_logic;
      tx_data  : in  std_logic_vector(DATA_BITS-1 downto 0);
      tx_start : in  std_logic;
      tx_ready : out std_logic;
      txd      : out std_logic
   );
end uart_tx;

architecture rtl of uart_tx is

   constant BIT_CYCLES : positive := CLK_FREQ / BAUD;

   type state_type is (S_IDLE, S_START, S_DATA, S_PARITY, S_STOP);

   signal state      : state_type := S_IDLE;
   signal shifter    : std_logic_vector(DATA_BITS-1 downto 0) := (others => '1');
   signal baud_count : integer range 0 to BIT_CYCLES-1 := 0;
   signal bit_count  : integer range 0 to DATA_BITS-1 := 0;
   signal parity_bit : std_logic := '0';
   signal bit_end    : std_logic;

   function use_parity return boolean is
   begin
      return PARITY /= "none";
   end function;

begin

   assert CLK_FREQ >= BAUD
      report "uart_tx: BAUD is above CLK_FREQ" severity failure;
   assert PARITY = "none" or PARITY = "even" or PARITY = "odd"
      report "uart_tx: unknown parity " & PARITY severity failure;

   bit_end  <= '1' when baud_count = BIT_CYCLES-1 else '0';
   tx_ready <= '1' when state = S_IDLE else '0';

   baud_generator : process (clk)
   begin
      if rising_edge(clk) then
         if state = S_IDLE or bit_end = '1' or reset = '1' then
            baud_count <= 0;
         else
            baud_count <= baud_count + 1;
         end if;
      end if;
   end process;

   transmitter : process (clk)
   begin
      if rising_edge(clk) then
         if reset = '1' then
            state     <= S_IDLE;
            bit_count <= 0;
         else
            case state is
               when S_IDLE =>
                  if tx_start = '1' then
                     shifter <= tx_data;
                     if PARITY = "odd" then
                        parity_bit <= '1';
                     else
                        parity_bit <= '0';
                     end if;
                     state <= S_START;
                  end if;

               when S_START =>
                  if bit_end = '1' then
                     bit_count <= 0;
                     state     <= S_DATA;
                  end if;

               when S_DATA =>
                  if bit_end = '1' then
                     parity_bit <= parity_bit xor shifter(0);
                     shifter    <= '1' & shifter(DATA_BITS-1 downto 1);
                     if bit_count = DATA_BITS-1 then
                        bit_count <= 0;
                        if use_parity then
                           state <= S_PARITY;
                        else
                           state <= S_STOP;
                        end if;
                     else
                        bit_count <= bit_count + 1;
                     end if;
                  end if;

               when S_PARITY =>
                  if bit_end = '1' then
                     state <= S_STOP;
                  end if;

               when S_STOP =>
                  if bit_end = '1' then
                     if bit_count = STOP_BITS-1 then
                        state     <= S_IDLE;
                     else
                        bit_count <= bit_count + 1;
                     end if;
                  end if;
            end case;
         end if;
      end if;
   end process;

   with state select txd <=
      '0'        when S_START,
      shifter(0) when S_DATA,
      parity_bit when S_PARITY,
      '1'        when others;

end rtl;
