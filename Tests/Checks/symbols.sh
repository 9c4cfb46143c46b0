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
# The script builds packages with "swift build", which would compile the library again for them. Their sources are compiled with
# the library's modules that were built for the tests instead.
build=$PWD/${SCRATCH:-.build}
read -ra options <<<"${BUILD_OPTIONS-}"
[[ ${PROGRAMS_ARE_BUILT-} == yes ]] ||
  swift build --quiet "${options[@]}" --scratch-path "$build" --target CoreLocation >&2
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
cat >"$tools/swift" <<END
#!/bin/bash
exec swiftc -c -parse-as-library -whole-module-optimization -o "$tools/probes.o" \
  -module-name Probes -swift-version 5 -I "$build/debug/Modules" \
  -Xcc -fmodule-map-file="$PWD/Sources/CoreLocationSubmodules/module.modulemap" Sources/Probes/*.swift
END
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
