# SPDX-License-Identifier: GPL-3.0-or-later
# Failures that small generics and short runs do not show: what is violated,
# and whether the counterexample is one of the smallest. Which of several
# engines is first decides about the rest, so it is not printed.
cp "$REGRESS_DIR"/designs/deep/*.vhd .

# deep NAME CONDITION [SMALL]: the generics are as the condition says; SMALL
# is about cycles and generics of the counterexample.
deep()
{
    echo "$1, $2"
    "$CLAVE" check --assume-generic="$2" "$1.vhd" >report 2>messages
    case $? in
        0 | 1) ;;
        *) cat messages ;;
    esac
    awk '
        $1 == "violated" {
            for (i = 1; i < NF; i++) {
                if ($(i + 1) ~ /^cycle/) value["cycles"] = $i
                if ($i == "=") value[$(i - 1)] = $(i + 1) + 0
            }
            cycles = value["cycles"]
            depth = value["depth"]
            period = value["period"]
            num = value["num"]
            den = value["den"]
            print "   ", $1, $2, $3, \
                / confirmed / ? "confirmed," : "not confirmed,", \
                ('"${3-1}"') ? "small" : $0
        }
        $1 == "unknown" { print "   ", $0 }
        / properties: / { print "   ", $0 }' report
}

deep fifo_no_full 'DEPTH >= 1' 'depth == 1 && cycles == 2'
deep fifo_no_full 'DEPTH >= 128' 'depth >= 128 && cycles == depth + 1'
deep fifo_no_full 'DEPTH >= 1000' 'depth >= 1000 && cycles == depth + 1'
deep tick_percent 'PERIOD >= 1' 'period > 100 && cycles == 100'
deep tick_percent 'PERIOD <= 100'
deep rate_ratio 'NUM >= 1' 'num > 2 * den && cycles <= den + 1'
deep rate_ratio 'NUM <= 2 * DEN'
