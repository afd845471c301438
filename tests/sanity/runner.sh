#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The regression runner must see what it is there for: each fault is planted
# in a small test folder with a stand-in for clave.
set -u
runner=${abs_top_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}/regress/run
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failures=0

# The stand-in does what the first line of its input says.
cat >"$tmp/clave" <<'END'
#!/bin/bash
for file; do :; done
read -r what <"$file"
eval "${what#-- }"
END
chmod +x "$tmp/clave"

# A folder with one test that passes.
fresh()
{
    rm -rf "$tmp/regress" "$tmp/work"
    mkdir -p "$tmp/regress/gold"
    cd "$tmp/regress" || exit 1
    echo '-- echo fine; echo "$PWD/x" >&2' >good.vhd
    printf '%s\n' fine '--- stderr' x >gold/good.gold
    echo 'good gold' >testlist
}

run()
{
    CLAVE=$tmp/clave REGRESS_DIR=$tmp/regress REGRESS_WORK=$tmp/work \
        "$runner" "$@" >"$tmp/output" 2>&1
}

# expect STATUS FRAGMENT WHAT: of the last run.
expect()
{
    local status=$?
    if [ $status -ne "$1" ] || ! grep -qF -- "$2" "$tmp/output"; then
        echo "FAILED: $3 (status $status, expected $1 and '$2')"
        sed 's/^/    /' "$tmp/output"
        failures=$((failures + 1))
    else
        echo "ok: $3"
    fi
}

fresh
run
expect 0 'ok 1 - good' "a good test passes"
run
expect 0 '# 2 passed, 0 failed' "the summary counts"

fresh
echo other >gold/good.gold
run
expect 1 'differs from gold/good.gold' "different output fails"
run
expect 1 '# +fine' "the difference is shown"

fresh
printf '%s\n' fine >gold/good.gold
run
expect 1 'not ok 1 - good' "an extra line fails"

fresh
echo '-- echo fine; echo x >&2; exit 1' >good.vhd
run
expect 1 'exit status 1, expected 0' "another exit status fails"
echo 'good gold exit=1' >testlist
run
expect 0 'ok 1 - good' "the expected exit status passes"

fresh
echo '-- kill -SEGV $$' >good.vhd
run
expect 1 'killed by signal 11 (SEGV)' "a crash fails"
echo 'good gold exit=139' >testlist
run
expect 1 'killed by signal 11 (SEGV)' "a crash cannot be expected"

fresh
echo '-- echo "raised CONSTRAINT_ERROR : x.adb:5 index check failed" >&2' \
    >good.vhd
echo 'good' >testlist
rm gold/good.gold
run
expect 1 'crashed: ' "an Ada traceback fails"
echo '-- echo "==1==ERROR: AddressSanitizer: leak" >&2' >good.vhd
run
expect 1 'crashed: ' "a sanitizer's report fails"

fresh
echo '-- sleep 30' >good.vhd
echo 'good gold time=1' >testlist
start=$SECONDS
run
expect 1 'no end within 1 seconds' "a hang fails"
[ $((SECONDS - start)) -lt 15 ]
expect 0 '' "a hang is ended"

fresh
cp good.vhd orphan.vhd
run
expect 1 'regress/orphan.vhd: no line in testlist' "an orphan is an error"

fresh
cp gold/good.gold gold/orphan.gold
run
expect 1 'regress/gold/orphan.gold: no line' "an orphaned gold is an error"

fresh
echo 'good' >testlist
run
expect 1 'the test has no flag gold' "an unused gold file is an error"

fresh
echo 'missing' >>testlist
run
expect 1 'there is no regress/missing.vhd' "a missing input is an error"

fresh
rm gold/good.gold
run
expect 1 'no gold file' "a missing gold file is an error"
run --accept good
expect 0 'ok 1 - good' "a gold file is accepted"
run
expect 0 'ok 1 - good' "an accepted test passes"

fresh
echo '-- kill -ABRT $$' >good.vhd
run --accept good
expect 1 'killed by signal 6' "a crash is not accepted"
grep -q fine gold/good.gold
expect 0 '' "and the gold file stays"

fresh
echo 'good gold' >>testlist
run
expect 2 'good is there twice' "a name may be used once"

fresh
echo 'other glod' >>testlist
run
expect 2 "unknown flag 'glod'" "a misspelt flag is an error"

fresh
run nonesuch
expect 2 "no test is called 'nonesuch'" "an unknown name is an error"

fresh
for i in 1 2 3 4 5 6; do
    echo "-- sleep 0.$i; echo $i; exit $((i % 2))" >many$i.vhd
    echo "many$i exit=1" >>testlist
done
run -j3
expect 1 '# 5 passed, 3 failed' "tests run side by side, and all are counted"
run many1 many3
expect 0 '# 2 passed, 0 failed' "tests are chosen by name"

[ $failures -eq 0 ]
