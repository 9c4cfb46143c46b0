#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Sends the time of a simulated receiver to a real chronyd that leaves the machine's clock alone, and compares the offsets that
# it finds with the delays put in.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Debian's package replaces another daemon for the time, so it is not installed on a developer's machine by "make check".
[[ ${CI-} != true ]] || .ci/install-packages chrony ||
  echo "without chronyd, the scenes with it are skipped, and say so"
exec python3 Tests/Scripts/timing.py "$(Tests/Scripts/build-product gps)"
