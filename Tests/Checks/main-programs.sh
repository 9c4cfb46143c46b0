#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Whether programs that wait in different ways are told locations, each where it expects them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

programs=$(Tests/Scripts/build-applications Tests/MainPrograms)
exec python3 Tests/Scripts/main-programs.py "$programs" "$(Tests/Scripts/build-product gps)"
