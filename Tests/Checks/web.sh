#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Shows a simulated receiver on the page, and asks it as scripts, strangers and a real browser do. Chromium, which is too
# large to be installed for this, is left out with a word where it is missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

exec python3 Tests/Scripts/page.py "$(Tests/Scripts/build-product gps)"
