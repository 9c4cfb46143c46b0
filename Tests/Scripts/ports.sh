#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Checks "gps watch" with a thousand replugs, hostile ports, servers that disappear and return, and clocks that jump.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# The kernel gives the number of a closed pseudo-terminal to the next one: a gps of another test that waits for its own port
# would open one of these. Where it may, this script has terminals of its own.
terminals='mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 none /dev/pts && mount --bind /dev/pts/ptmx /dev/ptmx'
if [[ ${OWN_TERMINALS-} != yes ]] && unshare -m bash -c "$terminals" 2>/dev/null; then
  OWN_TERMINALS=yes exec unshare -m bash -c "$terminals && exec bash \"\$0\"" Tests/Scripts/ports.sh
fi

gps=$(Tests/Scripts/build-product gps)
for script in replugs hostile network clocks; do
  python3 "Tests/Scripts/$script.py" "$gps"
done
