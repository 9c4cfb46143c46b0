#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Compiles a package that stands beside this one and asks whether it can import CoreLocation, as the second build of a
# graph does: with our Swift modules in its path, and none of our Clang modules.
#
#     Tests/Scripts/beside.sh [FOLDER WITH THE SWIFT MODULES]
set -euo pipefail
cd "$(dirname "$0")/../.."
modules=${1:-$(swift build --show-bin-path)/Modules}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat > "$work/Beside.swift" <<'SWIFT'
#if canImport(CoreLocation)
  import CoreLocation

  public func distance() -> Double {
    CLLocation(latitude: 48, longitude: 11).distance(from: CLLocation(latitude: 47, longitude: 9))
  }
#else
  #error("our modules are not in the path")
#endif
SWIFT
swiftc -typecheck -swift-version 6 -I "$modules" -module-name Beside "$work/Beside.swift"
echo "a package beside this one builds with Swift modules alone"
