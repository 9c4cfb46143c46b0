#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Checks the files to install, makes the Debian package from them twice, compares the two, and fails if it contains a file of
# one of gpsd's packages, or if lintian reports an error or a warning: package.sh STAGE
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

python3 Tests/Packaging/packaging.py "$1"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
package=$(.packaging/deb "$1" .build-static)
again=$(umask 077 && .packaging/deb "$1" "$folder/again")
cmp "$package" "$again"
echo "the package is the same when it is made again: $(sha256sum <"$package" | cut -c 1-16)"

# Two packages that contain the same file cannot both be installed.
paths() { dpkg-deb -c "$1" | awk '!/^d/ { print $6 }' | LC_ALL=C sort; }
gpsd=(gpsd gpsd-clients gpsd-tools python3-gps)
mkdir "$folder/gpsd"
if (cd "$folder/gpsd" && apt-get download -qq "${gpsd[@]}" >/dev/null 2>&1); then
  for other in "$folder"/gpsd/*.deb; do
    [[ -n $(paths "$other") ]]
    clashes=$(comm -12 <(paths "$package") <(paths "$other"))
    [[ -z $clashes ]] || { echo "WRONG: ${other##*/} contains these files as well: $clashes" >&2; exit 1; }
  done
  echo "no package of gpsd contains one of its files"
else
  echo "not compared with the packages of gpsd: apt-get cannot download them" >&2
fi

# Without --allow-root, lintian warns against running it as root.
lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$package"
echo "lintian has nothing to say"
dpkg-deb --field "$package" Package Version Architecture Depends Installed-Size
