-- Records as ports, from a package.

library ieee;
use ieee.std_logic_1164.all;

package record_port_pkg is
    type stream_t is record
        data  : std_logic_vector(7 downto 0);
        valid : std_logic;
    end record stream_t;
end package record_port_pkg;

library ieee;
use ieee.std_logic_1164.all;
use work.record_port_pkg.all;

entity record_port is
    generic (
        STAGES : positive := 2
    );
    port (
        clk  : in  std_logic;
        sink : in  stream_t;
        src  : out stream_t
    );
end entity record_port;

architecture rtl of record_port is
    type pipe_t is array (1 to STAGES) of stream_t;
    signal pipe : pipe_t;
begin

    process (clk)
    begin
        if rising_edge(clk) then
            pipe(1) <= sink;
            for i in 2 to STAGES loop
                pipe(i) <= pipe(i - 1);
            end loop;
        end if;
    end process;

    src <= pipe(STAGES);

end architecture rtl;
