#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Whether programs that wait in different ways are told locations, each where it expects them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

swift build --quiet --scratch-path .build-clients --product gps
swift build --quiet --scratch-path .build-clients --package-path Tests/MainPrograms
exec python3 Tests/Scripts/main-programs.py \
  "$(swift build --scratch-path .build-clients --show-bin-path)"
