----------------------------------------------------------------------------------
-- Module Name:  fifo_full_flag - Behavioral
-- Description:  FIFO without a counter.  Two pointers of unsigned type and one
--               flip-flop that remembers whether the last accepted operation
--               was a write; with equal pointers this tells full from empty.
--               The depth is any number from two up.  Asynchronous read.
-- Dependencies: fifo_util_pkg
-- Additional Comments: the pointers are natural in the Level computation only
----------------------------------------------------------------------------------

library IEEE;
use IEEE.STD_LOGIC_1164.ALL;
use IEEE.NUMERIC_STD.ALL;
use work.fifo_util_pkg.all;

entity fifo_full_flag is
    Generic ( Depth     : integer range 2 to 4096 := 5;
              DataWidth : integer range 1 to 128  := 8 );
    Port    ( Clk     : in  STD_LOGIC;
              Reset   : in  STD_LOGIC;
              WriteEn : in  STD_LOGIC;
              DataIn  : in  STD_LOGIC_VECTOR (DataWidth-1 downto 0);
              ReadEn  : in  STD_LOGIC;
              DataOut : out STD_LOGIC_VECTOR (DataWidth-1 downto 0);
              Full    : out STD_LOGIC;
              Empty   : out STD_LOGIC;
              Level   : out STD_LOGIC_VECTOR (AddrWidth(Depth+1)-1 downto 0));
end fifo_full_flag;

architecture Behavioral of fifo_full_flag is

    constant AW : positive := AddrWidth(Depth);

    type MemArray is array (0 to Depth-1) of STD_LOGIC_VECTOR (DataWidth-1 downto 0);

    signal Mem         : MemArray := (others => (others => '0'));
    signal WrPtr       : unsigned (AW-1 downto 0) := (others => '0');
    signal RdPtr       : unsigned (AW-1 downto 0) := (others => '0');
    signal LastWasWrite: boolean := false;

    signal PtrsEqual   : boolean;
    signal IsFull      : boolean;
    signal IsEmpty     : boolean;

begin

    PtrsEqual <= WrPtr = RdPtr;
    IsFull    <= PtrsEqual and LastWasWrite;
    IsEmpty   <= PtrsEqual and not LastWasWrite;

    process (Clk)
        variable Writes, Reads : boolean;
    begin
        if rising_edge(Clk) then
            if Reset = '1' then
                WrPtr        <= (others => '0');
                RdPtr        <= (others => '0');
                LastWasWrite <= false;
            else
                -- a simultaneous read makes room in the full FIFO
                Writes := WriteEn = '1' and (not IsFull or ReadEn = '1');
                Reads  := ReadEn = '1' and not IsEmpty;

                if Writes then
                    Mem(to_integer(WrPtr)) <= DataIn;
                    WrPtr <= Advance(WrPtr, Depth);
                end if;

                if Reads then
                    RdPtr <= Advance(RdPtr, Depth);
                end if;

                if Writes /= Reads then
                    LastWasWrite <= Writes;
                end if;
            end if;
        end if;
    end process;

    DataOut <= Mem(to_integer(RdPtr));

    Full  <= '1' when IsFull  else '0';
    Empty <= '1' when IsEmpty else '0';

    Level <= STD_LOGIC_VECTOR(to_unsigned(
                 Distance(to_integer(WrPtr), to_integer(RdPtr), IsFull, Depth),
                 Level'length));

end Behavioral;
