#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Replays recordings of real receivers and compares the fixes with the expected ones. The recordings are not part of the
# project: RECEIVER_LOGS names their folder, which also contains score.py.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

logs=$(realpath -m "${RECEIVER_LOGS:-../shared/receiver-logs}")
if [[ ! -e $logs/score.py ]]; then
  echo "skipped: no recordings of real receivers in $logs; set RECEIVER_LOGS to have them scored"
  exit 0
fi

gps=$(Tests/Scripts/build-product gps)

# The recordings with frames of UBX or CASIC are scored against the frames, whose figures are finer than those of sentences.
sentences=$(mktemp -d)
trap 'rm -rf "$sentences"' EXIT

# Scores the recordings of a folder without such frames, and fails below a minimum. 100 is perfect; gpsd reaches 98.2.
score() {
  local folder="$sentences/$1" log name
  mkdir -p "$folder/logs" "$folder/expected"
  LC_ALL=C grep -L -a -P '\xb5\x62|\xba\xce' "$logs/$1"/logs/* | while read -r log; do
    name=$(basename "$log" .log)
    ln -s "$log" "$folder/logs/"
    ln -s "$logs/$1/expected/$name.jsonl" "$folder/expected/"
  done
  python3 "$logs/score.py" "$folder/logs" "$folder/expected" --min "$2" --stale-is-bad \
    --command "$gps replay --format json {log}" | tail -n 4
}
score . 99.5
score mutated 99
score negative 1

if [[ -e $logs/../ubx/ubx_score.py ]]; then
  python3 "$logs/../ubx/ubx_score.py" "$gps" "$logs/../ubx" >"$sentences/ubx" || status=$?
  tail -n 1 "$sentences/ubx"
  exit "${status:-0}"
fi
echo "skipped: no recordings of frames beside $logs"
