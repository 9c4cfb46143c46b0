#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Builds code that others wrote for iOS as it stands, and drives it against simulated receivers. That code is not
# part of the project: CORE_LOCATION_CLIENTS names its folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

clients=${CORE_LOCATION_CLIENTS:-../shared/core-location-clients}
if [[ ! -e $clients/location-helper ]]; then
  echo "skipped: no code of others in $clients; set CORE_LOCATION_CLIENTS to have it built and driven"
  exit 0
fi

# Times are kept, so that only what has changed is built anew.
package=.build/clients
rm -rf "$package"
mkdir -p "$package"
cp -a Tests/Clients/. "$package"
cp -a "$clients/once-and-constantly" "$package/Sources/OnceAndConstantly"
cp -a "$clients/location-helper" "$package/Sources/LocationHelper"

# Its warnings are of no interest.
if ! programs=$(Tests/Scripts/build-applications "$package" 2>"$package/log"); then
  cat "$package/log" >&2
  exit 1
fi
exec python3 Tests/Scripts/clients.py "$programs" "$(Tests/Scripts/build-product gps)"
