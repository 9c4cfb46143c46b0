#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Makes the gazetteer again and compares it with the one in the sources. GAZETTEER_PACKAGES names the folder with the two
# packages from which it is made; gazetteer.py says how to fill that folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

packages=${GAZETTEER_PACKAGES:-}
if [[ -z $packages ]]; then
  echo "skipped: set GAZETTEER_PACKAGES to have the gazetteer made anew and compared"
  exit 0
fi
made=$(mktemp)
trap 'rm -f "$made"' EXIT
python3 Tests/Scripts/gazetteer.py --packages "$packages" "$made"
cmp "$made" Sources/LinuxLocation/Geocoding/Resources/gazetteer.bin
echo "the gazetteer is what gazetteer.py makes of these packages"
