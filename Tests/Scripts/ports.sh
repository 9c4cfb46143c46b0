#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Checks "gps watch" with a thousand replugs, hostile ports, servers that disappear and return, and clocks that jump.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

gps=$(Tests/Scripts/build-product gps)
for script in replugs hostile network clocks; do
  python3 "Tests/Scripts/$script.py" "$gps"
done
