# SPDX-License-Identifier: GPL-3.0-or-later
# What `clave analyse --support` says of an architecture is what becomes of it
# in `clave dump rules`: yes and exit status 0, or no, a reason, and 3. Prints
# what differs, then how many architectures there are.
cp "$REGRESS_DIR"/*.vhd .
rm -f bad-*.vhd

count=0
for file in *.vhd; do
    flags=(-fsynopsys -frelaxed)
    "$CLAVE" analyse --support "${flags[@]}" "$file" >seen 2>messages ||
        cat messages
    while IFS='():' read -r entity arch _ answer; do
        case $entity in ' '*) continue ;; esac
        "$CLAVE" dump rules "${flags[@]}" -t "$entity" -a "$arch" "$file" \
            >rules 2>messages
        status=$?
        count=$((count + 1))
        case $answer$status in
            " yes0") ;;
            " no3")
                sed -n "/^$entity($arch)/{n;p;}" seen | grep -q "^    .*:" ||
                    echo "$file: $entity($arch): no reason"
                ;;
            *) echo "$file: $entity($arch):$answer, but status $status" ;;
        esac
    done <seen
done
[ $count -ge 30 ] && echo "at least 30 architectures"
