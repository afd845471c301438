-- A local procedure with signal parameters.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity procedure_call is
    generic (
        LIMIT : positive := 7
    );
    port (
        clk  : in  std_logic;
        en   : in  std_logic;
        x, y : out natural range 0 to LIMIT
    );
end entity procedure_call;

architecture rtl of procedure_call is

    procedure step (signal c : inout natural; constant max : in positive) is
    begin
        if c = max then
            c <= 0;
        else
            c <= c + 1;
        end if;
    end procedure step;

    signal cx, cy : natural range 0 to LIMIT := 0;

begin

    process (clk)
    begin
        if rising_edge(clk) then
            step(cx, LIMIT);
            if en = '1' then
                step(cy, LIMIT);
            end if;
        end if;
    end process;

    x <= cx;
    y <= cy;

end architecture rtl;
