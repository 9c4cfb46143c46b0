#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Serves the page of "gps web" for a simulated receiver, and requests it as scripts, other users and a real browser do. The
# checks in Chromium, which is too large to install for this, are skipped with a message if it is missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

exec python3 Tests/Scripts/page.py "$(Tests/Scripts/build-product gps)"
