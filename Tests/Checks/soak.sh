#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Runs for 15 seconds what "make soak" runs for hours: all positions are right, none is lost, nothing is left behind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

program=$(Tests/Scripts/build-product Soak)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
Tests/Laboratory/Soak/soak.py --seconds 15 --seed 3 --out "$folder" --program "$program" >"$folder/out" ||
  { cat "$folder/out" >&2; exit 1; }
count() { sed -n "s/^| $1 | \(.*\) |\$/\1/p" "$folder/out"; }
echo "soak.sh: $(count 'fixes delivered') fixes and $(count 'locations delivered to its delegate') locations," \
  "all of them right, no fix lost"
