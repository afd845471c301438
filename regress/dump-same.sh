# SPDX-License-Identifier: GPL-3.0-or-later
# `clave dump rules` and `clave dump model` give the same bytes wherever and
# whenever they run. Prints what differs, then how often was compared.
mkdir -p here elsewhere/deep
cp -R "$REGRESS_DIR/designs" here
cp -R "$REGRESS_DIR/designs" elsewhere/deep

compared=0

# same NAME COMMAND...: its output is that of the first run.
same()
{
    local name=$1
    shift
    "$@" >"$top/other" 2>&1
    cmp -s "$top/first" "$top/other" ||
        echo "$stage of $design differs: $name"
    compared=$((compared + 1))
}

# Other builds of the same sources (debug, release), when they are there and
# no source is newer.
others=()
for program in "$(dirname "$CLAVE")"/../build*/clave; do
    [ -x "$program" ] && [ ! "$program" -ef "$CLAVE" ] &&
        [ -z "$(find "$REGRESS_DIR/.." -path '*/build*' -prune -o \
                    -name '*.[ch]' -newer "$program" -print -quit)" ] &&
        others+=("$program")
done

top=$PWD
for design in paper_counter paper_register paper_lifo paper_afifo lfsr \
    barrel_shifter arb_round_robin register_file delay_line uart_rx; do
    for stage in rules model; do
        what=(dump "$stage" "$design.vhd")
        cd "$top/here/designs" || exit 1
        "$CLAVE" "${what[@]}" >"$top/first" 2>&1
        same "again" "$CLAVE" "${what[@]}"
        same "other TZ and LANG" env TZ=Pacific/Apia LANG=tr_TR.UTF-8 \
            LC_ALL=de_DE.UTF-8 "$CLAVE" "${what[@]}"
        same "other contents of fresh memory" env MALLOC_PERTURB_=165 \
            "$CLAVE" "${what[@]}"
        if setarch -R true 2>/dev/null; then
            same "fixed addresses" setarch -R "$CLAVE" "${what[@]}"
        fi
        for program in "${others[@]}"; do
            same "$program" "$program" "${what[@]}"
        done
        cd "$top/elsewhere/deep/designs" || exit 1
        same "another directory" "$CLAVE" "${what[@]}"
    done
done
cd "$top" || exit 1
[ $compared -ge 100 ] && echo "compared at least 100 times"
