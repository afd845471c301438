# SPDX-License-Identifier: GPL-3.0-or-later
# Each design of unsupported/list: `clave analyse --support` must give exactly
# the reasons that the list has, each at its place with the names involved, and
# `clave dump rules` must refuse the design with a place. Prints what differs,
# then how many there are.
cp -R "$REGRESS_DIR/unsupported" . && cd unsupported || exit 1

# field NAME WORD...: the values of the words NAME=...
field()
{
    local name=$1 word
    shift
    for word; do
        case $word in
            "$name"=*) echo "${word#*=}" ;;
        esac
    done
}

# matches REASON WORD@LINES(NAMES)
matches()
{
    local reason=$1 expect=$2 word lines names name
    word=${expect%%@*} lines=${expect#*@} names=${expect#*\(}
    lines=${lines%%\(*} names=${names%\)}
    name=${reason#*:}
    [[ /$lines/ == */${name%%:*}/* ]] || return 1
    reason=" ${reason#*: }"
    [[ ${reason//[- ]/-} == *"-$word"* ]] || return 1
    for name in ${names//,/ }; do
        [[ $name == - || $reason == *"'$name'"* ]] || return 1
    done
}

# What differs between the reasons in ../seen and the words.
compare_reasons()
{
    local name=$1 expect i found reasons=()
    shift
    mapfile -t reasons < <(sed -n "/^$name(/,/^[a-z]/s/^    //p" ../seen)
    for expect; do
        found=
        for i in "${!reasons[@]}"; do
            if matches "${reasons[i]}" "$expect"; then
                unset "reasons[i]"
                found=yes
                break
            fi
        done
        [ -n "$found" ] || echo "$name: there is no $expect"
    done
    for i in "${!reasons[@]}"; do
        echo "$name: not in the list: ${reasons[i]}"
    done
}

answer()
{
    sed -n "s/^$1(.*): //p" ../seen
}

count=0
while read -r name words; do
    case $name in '' | \#*) continue ;; esac
    set -f
    set -- $words
    set +f
    flags=$(field flags "$@")
    "$CLAVE" analyse --support $flags "$name.vhd" >../seen 2>../messages ||
        cat ../messages
    "$CLAVE" dump rules $flags -t "$name" "$name.vhd" >../rules 2>../messages
    status=$?
    count=$((count + 1))
    if [ "$(field supported "$@")" = yes ]; then
        [ "$(answer "$name")" = yes ] || echo "$name: is not supported"
        [ $status = 0 ] || echo "$name: dump rules ends with $status"
        continue
    fi
    [ "$(answer "$name")" = no ] || echo "$name: is supported"
    compare_reasons "$name" $(field expect "$@")
    [ $status = 3 ] || echo "$name: dump rules ends with $status"
    grep -q "^$name.vhd:[0-9]*:[0-9]*: error: " ../messages ||
        echo "$name: dump rules says no place"
done <list
echo "$count designs"
