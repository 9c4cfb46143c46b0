#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Runs "gps publish" against a real broker, and checks what waits, what arrives, and the error messages.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Beside gps, which becomes it.
Tests/Scripts/build-product gps-publish >/dev/null
exec python3 Tests/Scripts/publishing.py "$(Tests/Scripts/build-product gps)"
