# SPDX-License-Identifier: GPL-3.0-or-later
#
# awk -v kind=KIND -v n=N -f lowering.awk: prints a design with about N
# statements, signals, instances or lines, for lowering.sh.

function q(c)
{
    return sprintf("%c%s%s", 39, c, length(c) == 1 ? "\047" : "")
}

function vectors(name, count,    i)
{
    for (i = 0; i < count; i++)
        printf "  signal %s%d : unsigned(W - 1 downto 0);\n", name, i
}

function entity(name)
{
    print "library ieee;"
    print "use ieee.std_logic_1164.all;"
    print "use ieee.numeric_std.all;"
    print "entity " name " is"
    print "  generic (W : positive := 8);"
    print "  port (clk, rst, en : in std_logic;"
    print "        d : in unsigned(W - 1 downto 0);"
    print "        k : in natural range 0 to 255;"
    print "        q : out unsigned(W - 1 downto 0));"
    print "end;"
    print "architecture a of " name " is"
}

function clocked()
{
    print "  process (clk)"
    print "    variable v : unsigned(W - 1 downto 0);"
    print "  begin"
    print "    if rising_edge(clk) then"
}

function end_clocked()
{
    print "    end if;"
    print "  end process;"
}

# Four statements that drive the j-th of m registers.
function branch(i, j, m)
{
    printf "      if k = %d and en = %s then\n", i % 256, q("1")
    printf "        r%d <= d + %d;\n", j, i % 7
    printf "      elsif r%d > d then\n", j
    printf "        r%d <= r%d;\n", j, (j + 1) % m
    print  "      end if;"
}

function process_body(n,    i, m)
{
    m = int(n / 10) + 1
    vectors("r", m)
    print "begin"
    clocked()
    for (i = 0; i < n / 4; i++)
        branch(i, i % m, m)
    end_clocked()
    print "  q <= r0;"
}

# Each statement needs what the one before computes.
function chain_body(n,    i)
{
    vectors("r", 1)
    print "begin"
    clocked()
    print "      v := r0;"
    for (i = 0; i < n / 2; i++) {
        printf "      if k > %d then\n", i % 255
        printf "        v := v + d;\n"
        print  "      end if;"
    }
    print "      r0 <= v;"
    end_clocked()
    print "  q <= r0;"
}

# Many registers that all need the same long computation.
function shared_body(n,    i)
{
    vectors("r", int(n / 2))
    print "begin"
    clocked()
    print "      v := r0;"
    for (i = 0; i < n / 4; i++) {
        printf "      if k > %d then\n", i % 255
        printf "        v := v + r%d;\n", i
        print  "      end if;"
    }
    for (i = 0; i < int(n / 2); i++)
        printf "      r%d <= v + %d;\n", i, i
    end_clocked()
    print "  q <= r0;"
}

# A combinational process with a long sensitivity list, and a decoder.
function listed_body(n,    i)
{
    vectors("r", int(n / 2))
    print "  signal a : integer range 0 to 65535;"
    print "begin"
    print "  a <= to_integer(d);"
    for (i = 1; i < int(n / 2); i++)
        printf "  r%d <= d + %d;\n", i, i
    printf "  process (a"
    for (i = 1; i < int(n / 2); i++)
        printf ",\n           r%d", i
    print ")"
    print "  begin"
    print "    case a is"
    for (i = 1; i < int(n / 2); i++)
        printf "      when %d => r0 <= r%d;\n", i, i
    print "      when others => r0 <= (others => " q("0") ");"
    print "    end case;"
    print "  end process;"
    print "  q <= r0;"
}

# Copies made by a generate and by a loop.
function copies_body(n)
{
    print "  type regs_t is array (0 to 15) of unsigned(W - 1 downto 0);"
    print "  signal r, s : regs_t;"
    print "begin"
    print "  r(0) <= d;"
    print "  g : for i in 1 to " int(n / 2) " generate"
    print "    signal p : unsigned(W - 1 downto 0);"
    print "  begin"
    clocked()
    print "      p <= p + i;"
    end_clocked()
    print "  end generate;"
    clocked()
    print "      for i in 1 to " int(n / 2) " loop"
    print "        if k = i mod 256 then"
    print "          s(i mod 16) <= d + i;"
    print "        end if;"
    print "      end loop;"
    end_clocked()
    print "  q <= r(0) + s(0);"
}

# Each assignment has to be shown within its range.
function obligation_body(n,    i, m)
{
    m = int(n / 10) + 1
    for (i = 0; i < m; i++)
        printf "  signal n%d : natural range 0 to 255;\n", i
    print "begin"
    clocked()
    for (i = 0; i < n / 2; i++) {
        printf "      if n%d /= %d then\n", i % m, i % 256
        printf "        n%d <= n%d + 1;\n", i % m, (i + 1) % m
        print  "      end if;"
    }
    end_clocked()
    print "  q <= to_unsigned(n0, W);"
}

function signal_body(n,    i)
{
    vectors("r", n)
    print "begin"
    print "  r0 <= d;"
    for (i = 1; i < n; i++)
        if (i % 2)
            printf "  r%d <= r%d + 1 when en = %s else d;\n", i, i - 1,
                   q("1")
        else {
            clocked()
            printf "      r%d <= r%d - d;\n", i, i - 1
            end_clocked()
        }
    printf "  q <= r%d;\n", n - 1
}

function instance_body(n, several,    i)
{
    vectors("r", n + 1)
    print "begin"
    print "  r0 <= d;"
    for (i = 0; i < n; i++)
        printf "  u%d : entity work.leaf%s generic map (W)\n" \
               "    port map (clk, rst, en, r%d, k, r%d);\n",
               i, several ? i : "", i, i + 1
    printf "  q <= r%d;\n", n
}

# A leaf of about 200 lines: a process, and signals.
function leaf(name,    i)
{
    entity(name)
    vectors("r", 16)
    vectors("s", 16)
    print "  signal n : natural range 0 to 255;"
    print "begin"
    clocked()
    for (i = 0; i < 16; i++)
        branch(i, i, 16)
    print "      n <= (n + k) mod 256;"
    end_clocked()
    print "  s0 <= d;"
    for (i = 1; i < 16; i++) {
        clocked()
        printf "      s%d <= s%d + r%d;\n", i, i - 1, i
        end_clocked()
    }
    print "  q <= s15 when n > 3 else r0;"
    print "end;"
}

BEGIN {
    if (kind == "instances")
        leaf("leaf")
    if (kind == "lines")
        for (i = 0; i < n / 220; i++)
            leaf("leaf" i)
    entity("top")
    if (kind == "process")
        process_body(n)
    else if (kind == "chain")
        chain_body(n)
    else if (kind == "shared")
        shared_body(n)
    else if (kind == "listed")
        listed_body(n)
    else if (kind == "copies")
        copies_body(n)
    else if (kind == "obligations")
        obligation_body(n)
    else if (kind == "signals")
        signal_body(n)
    else
        instance_body(kind == "lines" ? i : n, kind == "lines")
    print "end;"
}
