# SPDX-License-Identifier: GPL-3.0-or-later
# Each design of designs/list: `clave analyse` must find the clocks and resets
# that the list has. Prints what differs, then how many there are.
cp -R "$REGRESS_DIR/designs" . && cd designs || exit 1

# field NAME WORD...: the value of the word NAME=...
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

# The clocks and resets of the architecture $2 ("": the last) of entity $1,
# as the list writes them.
recognised()
{
    awk -v entity="$1" -v wanted="$2" '
        function flush() {
            if (here && (wanted == "" || tolower(name) == tolower(wanted)))
                result = clocks " " (resets == "" ? "none" : resets)
            clocks = resets = ""
        }
        /^[a-z]/ { flush(); here = 0 }
        /^entity/ { here = tolower($2) == tolower(entity) }
        /^  architecture/ { flush(); name = $2 }
        /^    clock/ { clocks = clocks (clocks == "" ? "" : ",") $2 }
        /^    reset/ {
            gsub(/\047/, "", $4)
            resets = resets (resets == "" ? "" : ",") $2 "=" $4
        }
        END { flush(); print result }'
}

# "b,a" as "a,b", in lower case.
sorted()
{
    echo "$1" | tr 'A-Z,' 'a-z\n' | sort | paste -sd, -
}

count=0
while read -r name words; do
    case $name in '' | \#*) continue ;; esac
    set -f
    set -- $words
    set +f
    top=$(field top "$@") files=$(field files "$@")
    arch=${top#"${top%%(*}"}
    arch=${arch#(}
    if ! "$CLAVE" analyse --std="$(field std "$@")" ${files//,/ } >../seen
    then
        echo "$name: does not analyse"
        continue
    fi
    seen=$(recognised "${top%%(*}" "${arch%)}" <../seen)
    expected="$(sorted "$(field clocks "$@")") $(sorted "$(field reset "$@")")"
    seen="$(sorted "${seen% *}") $(sorted "${seen#* }")"
    [ "$seen" = "$expected" ] ||
        echo "$name: the list has $expected, clave sees $seen"
    count=$((count + 1))
done <list
echo "$count designs"
