#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Checks that simulated fixes are as good as their accuracy says; "make accuracy" checks more of them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

gps=$(Tests/Scripts/build-product gps)
python3 Tests/Scripts/accuracy.py "$gps" 400
