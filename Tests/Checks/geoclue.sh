#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Runs gps and an application beside the real GeoClue, on a bus of their own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# It starts a program in every session, so it is not installed on a developer's machine by "make check".
[[ ${CI-} != true ]] || .ci/install-packages dbus geoclue-2.0 geoclue-2-demo strace ||
  echo "without GeoClue, this check is skipped, and says so"
exec python3 Tests/Scripts/geoclue.py "$(Tests/Scripts/build-product gps)" "$(Tests/Scripts/build-product LocationProbe)"
