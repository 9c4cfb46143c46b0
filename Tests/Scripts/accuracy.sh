#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Whether simulated fixes are as good as they say they are; "make accuracy" looks at more of them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

swift build --quiet --product gps
python3 Tests/Scripts/accuracy.py "$(swift build --show-bin-path)/gps" 400
