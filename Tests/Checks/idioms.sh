#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Compiles what applications write, in Swift 5 and in Swift 6 mode, without a warning, and the library as they get it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

build=${SCRATCH:-.build}
# As far as SIL, where what crosses between tasks is checked.
compile() {
  swiftc -emit-sil -o /dev/null -parse-as-library -warnings-as-errors -swift-version "$1" -I "$build/debug/Modules" \
    -Xcc -fmodule-map-file=Sources/CoreLocationSubmodules/module.modulemap "$2"
}
for idiom in Tests/Idioms/*.swift; do
  for version in 5 6; do
    compile "$version" "$idiom" || { echo "idioms.sh: $idiom does not compile in Swift $version mode" >&2; exit 1; }
  done
done

# The inside of the public module, which is compiled in Swift 5 mode, holds in Swift 6 mode, too. SwiftPM names the package after
# its folder.
package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c '[:alnum:]\n' _)
mapfile -t sources < <(find Sources/LinuxLocation "$build/debug/LinuxLocation.build/DerivedSources" -name '*.swift')
swiftc -emit-sil -wmo -o /dev/null -parse-as-library -module-name LinuxLocation -swift-version 6 -package-name "$package" \
  -warnings-as-errors -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
  -enable-upcoming-feature MemberImportVisibility -I "$build/debug/Modules" "${sources[@]}"

# As with Apple's module, a heading does not leave its actor by accident.
leak=$(mktemp --suffix=.swift)
trap 'rm -f "$leak"' EXIT
cat >"$leak" <<'SWIFT'
import CoreLocation
func leak(_ heading: CLHeading) { Task.detached { print(heading.trueHeading) } }
SWIFT
if compile 6 "$leak" 2>/dev/null; then
  echo "idioms.sh: a CLHeading that is sent to another task compiles in Swift 6 mode" >&2
  exit 1
fi
echo "idioms.sh: $(ls Tests/Idioms | wc -l) files compile in Swift 5 and Swift 6 mode"
