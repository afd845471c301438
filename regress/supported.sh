# SPDX-License-Identifier: GPL-3.0-or-later
# Each design of designs/list can be checked, says `clave analyse --support`.
# Prints those of which it does not say so, then how many there are.
cp -R "$REGRESS_DIR/designs" . && cd designs || exit 1

count=0
while read -r name words; do
    case $name in '' | \#*) continue ;; esac
    for word in $words; do
        case $word in
            top=*) top=${word#*=} ;;
            std=*) std=${word#*=} ;;
            files=*) files=${word#*=} ;;
        esac
    done
    "$CLAVE" analyse --support --std="$std" ${files//,/ } >../seen \
        2>../messages || cat ../messages
    grep -qi "^${top%%(*}(.*): yes\$" ../seen || echo "$name: no"
    count=$((count + 1))
done <list
echo "$count designs"
