#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Asks "gps history" and "gps geotag" about tracks whose trips, stops and days are known, and gives them hostile files. Photos
# need exiftool; without it, or without trackintel, which also judges, these checks are skipped with a message.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

exec python3 Tests/Scripts/history.py "$(Tests/Scripts/build-product gps)"
