#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A stranger's machine: in a minimal Debian root with nothing but cargo given,
# "./bootstrap check" must install and build everything itself and pass, and
# a second "./bootstrap" must find nothing to do.  Takes some minutes, about
# 3 GB below TMPDIR, and root.

set -eu -o pipefail

srcdir=${abs_top_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
suite=bookworm
root=

skip() {
    echo "skipped: $*"
    exit 77
}

[ "$(id -u)" -eq 0 ] || skip 'needs root'
command -v debootstrap >/dev/null || skip 'no debootstrap'
command -v rustc >/dev/null || skip 'no cargo to give'
git -C "$srcdir" rev-parse --git-dir >/dev/null 2>&1 ||
    skip 'not in a git checkout'

# The mirror that this machine uses.
# shellcheck disable=SC2016
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' \
                 "Codename: $suite" | head -n 1)
[ -n "$mirror" ] || skip "apt knows no mirror of $suite"

unmount() {
    local place
    for place in proc opt/rust work/shared; do
        ! mountpoint -q "$root/$place" || umount "$root/$place"
    done
}

cleanup() {
    [ -n "$root" ] || return 0
    unmount && rm -rf --one-file-system "$root"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# give PLACE FOLDER: show FOLDER in the root, read-only.
give() {
    mkdir -p "$root/$1"
    mount --bind "$2" "$root/$1"
    mount -o remount,bind,ro "$root/$1"
}

make_root() {
    debootstrap --variant=minbase "$suite" "$root" "$mirror" \
                >"$root.log" 2>&1 || {
        tail -n 20 "$root.log"
        return 1
    }
    rm -f "$root.log"
    cp /etc/resolv.conf /etc/hosts "$root/etc/"
    # Certificates that this machine's administrator added.
    mkdir -p "$root/usr/local/share"
    cp -r /usr/local/share/ca-certificates "$root/usr/local/share/" \
       2>/dev/null || true
    mount -t proc proc "$root/proc"
    give opt/rust "$(rustc --print sysroot)"
    [ ! -d "${CLAVE_SHARED-}" ] || give work/shared "$CLAVE_SHARED"
}

copy_sources() {
    mkdir -p "$root/work/clave"
    (cd "$srcdir" && git ls-files -z --cached --others --exclude-standard |
        tar -c --null --ignore-failed-read -T -) |
        tar -x -C "$root/work/clave" --no-same-owner
}

inside() {
    chroot "$root" env -i HOME=/root CI=true TERM=dumb \
        PATH=/opt/rust/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        /bin/bash -c "cd /work/clave && $1" </dev/null
}

SECONDS=0
root=$(mktemp -d)
chmod 755 "$root"
make_root
copy_sources
echo "a minimal $suite root after $SECONDS s"

SECONDS=0
inside './bootstrap check' | tee "$root/out" || {
    # The root goes, its words stay.
    tail -n 100 "$root/work/clave/build/test-suite.log" || true
    exit 1
}
echo "./bootstrap check: $SECONDS s"
tail -n 1 "$root/out" | grep -Eq '^[1-9][0-9]* passed, 0 failed$'

SECONDS=0
inside './bootstrap' | tee "$root/out"
echo "./bootstrap again: $SECONDS s"
grep -q '^everything is up to date' "$root/out"
