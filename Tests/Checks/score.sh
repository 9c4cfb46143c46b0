#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Replays recordings of real receivers and compares the fixes with the expected ones. The recordings are not part of the
# project: RECEIVER_LOGS names their folder, which also contains score.py.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

logs=${RECEIVER_LOGS:-../shared/receiver-logs}
if [[ ! -e $logs/score.py ]]; then
  echo "skipped: no recordings of real receivers in $logs; set RECEIVER_LOGS to have them scored"
  exit 0
fi

gps=$(Tests/Scripts/build-product gps)

# Scores a folder, and fails below a minimum. 100 is perfect; gpsd reaches 98.2.
score() {
  python3 "$logs/score.py" "$logs/$1/logs" "$logs/$1/expected" --min "$2" --stale-is-bad \
    --command "$gps replay --format json {log}" | tail -n 4
}
score . 99.5
score mutated 99
score negative 1
