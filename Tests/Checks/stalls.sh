#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Checks that a slow disk, a stopped terminal, a standard error that nobody reads and a held lock hold up no receiver.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

python3 Tests/Scripts/stalling.py "$(Tests/Scripts/build-product gps)"
