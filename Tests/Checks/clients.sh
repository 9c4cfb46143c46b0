#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Builds third-party code for iOS without changes, and runs it against simulated receivers. That code is not part of the
# project: CORE_LOCATION_CLIENTS names its folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

clients=${CORE_LOCATION_CLIENTS:-../shared/core-location-clients}
if [[ ! -e $clients/location-helper ]]; then
  echo "skipped: no code of others in $clients; set CORE_LOCATION_CLIENTS to have it built and driven"
  exit 0
fi

# Modification times are kept, so that only changed files are built again.
package=.build/clients
rm -rf "$package"
mkdir -p "$package"
cp -a Tests/Clients/. "$package"
cp -a "$clients/once-and-constantly" "$package/Sources/OnceAndConstantly"
cp -a "$clients/location-helper" "$package/Sources/LocationHelper"

# Warnings in third-party code are ignored.
if ! programs=$(Tests/Scripts/build-applications "$package" 2>"$package/log"); then
  cat "$package/log" >&2
  exit 1
fi
exec python3 Tests/Scripts/clients.py "$programs" "$(Tests/Scripts/build-product gps)"
