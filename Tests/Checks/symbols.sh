#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Compiles a use of every symbol of Core Location that is visible to Swift, if the list of them is present.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

probes=../shared/tools/symbols/probes.py
if [[ ! -e $probes ]]; then
  echo "skipped: no list of symbols at $probes"
  exit
fi
# The script builds a package with "swift build", which takes a quarter of the time in a folder in which the library has been
# compiled already.
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
printf '#!/bin/bash\nexec %q "$@" %s --disable-build-manifest-caching --scratch-path %q\n' \
  "$(command -v swift)" "${BUILD_OPTIONS-}" "$PWD/${SCRATCH:-.build}-clients" >"$tools/swift"
chmod +x "$tools/swift"
if ! result=$(PATH="$tools:$PATH" TMPDIR=$tools python3 "$probes" "$PWD" --missing); then
  echo "symbols.sh: the list could not be tried: $(tail -n 20 <<<"$result")" >&2
  exit 1
fi
summary=$(tail -n 1 <<<"$result")
if [[ ! $summary =~ ^([0-9]+)\ of\ ([0-9]+)\ symbols\ present$ || ${BASH_REMATCH[1]} -ne ${BASH_REMATCH[2]} ]]; then
  echo "$result" >&2
  exit 1
fi
echo "symbols.sh: $summary"
