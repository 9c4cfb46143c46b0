#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Checks that "gps simulate" answers options that it cannot follow with one line and the right exit code.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

gps=$(Tests/Scripts/build-product gps)
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
failures=0

# Checks one call: expect CODE WORDS OPTION…, where the line that is printed must contain the words.
expect() {
  local code=$1 words=$2 got=0
  shift 2
  "$gps" simulate "$@" >"$temporary/out" 2>"$temporary/err" </dev/null || got=$?
  if [[ $got -ne $code || $(wc -l <"$temporary/err") -ne $((code == 0 ? 0 : 1)) ]] ||
    { [[ $code -ne 0 ]] && ! grep -qF -- "$words" "$temporary/err"; }; then
    echo "gps simulate $*: exit code $got, and says: $(cat "$temporary/err")" >&2
    failures=$((failures + 1))
  fi
}

expect 0 "" --duration 2
expect 0 "" --route straight --latitude -33.9 --longitude=-70.5 --altitude -5 --course 10
expect 64 "--rate 26: give whole epochs per second, from 1 to 25" --rate 26
expect 64 "cannot use --rate fast: give a number" --rate fast
expect 64 "--latitude -90.5" --latitude -90.5 --longitude 0
expect 64 "together" --latitude 10
expect 64 "--longitude nan" --latitude 0 --longitude nan
expect 64 "--route straight too" --course 10
expect 64 "--route circle too" --radius 10
expect 64 "--radius 0" --route circle --radius 0
expect 64 "--start 2025-02-30T00:00:00Z: give a time or a day from 1908 to 2199, such as" --start 2025-02-30T00:00:00Z
expect 64 "from 1980 to 2199" --start 1979-12-31T00:00:00Z
expect 64 "--outage 30: give its start and its length in seconds, such as 30+10" --outage 30
expect 64 "--sentences GGA,FOO: give GGA," --sentences GGA,FOO
expect 64 "--nmea 5.0: give 2.0," --nmea 5.0
expect 64 "--noise -1" --noise -1
expect 64 "one of them" --noise 1 --uere 2
expect 64 "--sentences with --protocol ubx" --protocol ubx --sentences GGA
expect 64 "--attack from second 60 on: give an earlier one" --attack jump:60
expect 64 "the kinds are jump, drag" --attack fog:1
expect 64 "Unknown option '--colour'" --colour
expect 66 "no such file" --route "$temporary/none.gpx"
expect 66 "it is a directory" --route "$temporary"
expect 65 "longer than 256 MB" --route /dev/zero
{ printf '<gpx><'; head -c 20000000 /dev/zero | tr '\0' a; printf '></b></gpx>\n'; } >"$temporary/walk.gpx"
expect 65 "</b> does not end" --route "$temporary/walk.gpx"
if [[ $(wc -c <"$temporary/err") -gt 1200 ]]; then
  echo "gps simulate repeats a name of 20 MB" >&2
  failures=$((failures + 1))
fi
echo '$GPGGA' >"$temporary/walk.gpx"
expect 65 "is not XML" --route "$temporary/walk.gpx"
echo '<gpx><wpt lat="91" lon="0"/></gpx>' >"$temporary/walk.gpx"
expect 65 "not a place on Earth" --route "$temporary/walk.gpx"
echo '<gpx><wpt lat="9" lon="0"/></gpx>' >"$temporary/walk.gpx"
expect 0 "" --route "$temporary/walk.gpx"
expect 64 "more than 0 meters per second" --route "$temporary/walk.gpx" --speed 0
if [[ $(id -u) -ne 0 ]]; then
  chmod 000 "$temporary/walk.gpx"
  expect 77 "permission denied" --route "$temporary/walk.gpx"
fi

# A reader that closes the pipe is no error, and nothing is printed.
{
  code=0
  "$gps" simulate --duration 86400 2>"$temporary/err" || code=$?
  echo "$code" >"$temporary/code"
} | head -n 1 >/dev/null
if [[ $(<"$temporary/code") -ne 0 || -s $temporary/err ]]; then
  echo "gps simulate | head: exit code $(<"$temporary/code"), $(<"$temporary/err")" >&2
  failures=$((failures + 1))
fi

echo "simulate.sh: $failures failures"
[[ $failures -eq 0 ]]
