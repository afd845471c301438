-- SPDX-License-Identifier: GPL-3.0-or-later
-- Shift register in the style of the nineties: 'event, active-low
-- asynchronous reset, upper case keywords, everything on one level.

LIBRARY IEEE;
USE IEEE.STD_LOGIC_1164.ALL;

ENTITY SHIFTER IS
    GENERIC (N : INTEGER := 16;
             MSB_FIRST : BOOLEAN := TRUE);
    PORT (CLOCK   : IN     STD_LOGIC;
          RESET_N : IN     STD_LOGIC;
          LOAD    : IN     STD_LOGIC;
          DIN     : IN     STD_LOGIC_VECTOR(N-1 DOWNTO 0);
          SIN     : IN     STD_LOGIC;
          SOUT    : OUT    STD_LOGIC;
          BUSY    : BUFFER STD_LOGIC);
END SHIFTER;

ARCHITECTURE BEHAVIOUR OF SHIFTER IS
    SIGNAL REG  : STD_LOGIC_VECTOR(N-1 DOWNTO 0);
    SIGNAL LEFT : INTEGER RANGE 0 TO N;
BEGIN
    PROCESS (CLOCK, RESET_N)
    BEGIN
        IF RESET_N = '0' THEN
            REG  <= (OTHERS => '0');
            LEFT <= 0;
        ELSIF CLOCK'EVENT AND CLOCK = '1' THEN
            IF LOAD = '1' THEN
                REG  <= DIN;
                LEFT <= N;
            ELSIF BUSY = '1' THEN
                IF MSB_FIRST THEN
                    REG <= REG(N-2 DOWNTO 0) & SIN;
                ELSE
                    REG <= SIN & REG(N-1 DOWNTO 1);
                END IF;
                LEFT <= LEFT - 1;
            END IF;
        END IF;
    END PROCESS;

    BUSY <= '0' WHEN LEFT = 0 ELSE '1';
    SOUT <= REG(N-1) WHEN MSB_FIRST ELSE REG(0);
END BEHAVIOUR;
