#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Checks that programs with different main loops receive locations, each on the thread or queue on which it expects them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

programs=$(Tests/Scripts/build-applications Tests/MainPrograms)
exec python3 Tests/Scripts/main-programs.py "$programs" "$(Tests/Scripts/build-product gps)"
