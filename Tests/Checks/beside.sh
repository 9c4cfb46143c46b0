#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Builds a graph with a target that only asks whether it can import CoreLocation, then builds it again after a change
# of the library: by then our modules lie in its path, and it must need none but those of Swift.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

read -ra options <<<"${BUILD_OPTIONS-}"
# That a target imports what it does not depend on is the point.
options+=(--explicit-target-dependency-import-check none --disable-build-manifest-caching
  --package-path Tests/Beside --scratch-path "${SCRATCH:-.build}-clients")

swift build --quiet "${options[@]}" --target Dependent
touch Sources/CoreLocation/CoreLocation.swift Tests/Beside/Sources/Beside/Beside.swift
swift build --quiet "${options[@]}"
echo "beside.sh: a target that does not depend on CoreLocation can import it, and is built again after a change"
