-- SPDX-License-Identifier: GPL-3.0-or-later
-- VHDL-87: bit and bit_vector, a guarded block, no "end entity", functions
-- without "end function", attributes where later standards have operators.

entity johnson is
    generic (n : integer := 4);
    port (phi   : in bit;
          clear : in bit;
          hold  : in bit;
          q     : out bit_vector(n - 1 downto 0));
end johnson;

architecture behaviour of johnson is
    signal state : bit_vector(n - 1 downto 0);

    function all_zero (x : bit_vector) return boolean is
    begin
        for i in x'low to x'high loop
            if x(i) = '1' then
                return false;
            end if;
        end loop;
        return true;
    end all_zero;
begin
    step : process (phi, clear)
    begin
        if clear = '1' then
            state <= (state'range => '0');
        elsif phi'event and phi = '1' then
            if hold = '0' then
                state <= state(n - 2 downto 0) & not state(n - 1);
            end if;
        end if;
    end process step;

    q <= state;

    assert not (clear = '1' and all_zero(state) = false and phi'stable)
        report "not cleared" severity warning;
end behaviour;

entity ring is
    port (phi, clear : in bit;
          tap : out bit);
end ring;

architecture structure of ring is
    component johnson_cell
        generic (n : integer := 4);
        port (phi, clear, hold : in bit;
              q : out bit_vector(n - 1 downto 0));
    end component;
    for cell : johnson_cell use entity work.johnson(behaviour)
        generic map (n => n)
        port map (phi => phi, clear => clear, hold => hold, q => q);
    signal bits : bit_vector(5 downto 0);
    signal low : bit;
begin
    cell : johnson_cell
        generic map (n => 6)
        port map (phi, clear, low, bits);
    tap <= bits(5);
end structure;
