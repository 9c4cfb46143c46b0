#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Builds a package with a target that asks canImport(CoreLocation) and does not depend on it, then builds it again after a
# change of the library: by then the library's modules are in its search path, and importing them must need only Swift's.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

read -ra options <<<"${BUILD_OPTIONS-}"
# The check is about a target that imports a module on which it does not depend.
options+=(--explicit-target-dependency-import-check none --disable-build-manifest-caching
  --package-path Tests/Beside --scratch-path "${SCRATCH:-.build}-clients")

swift build --quiet "${options[@]}" --target Dependent
touch Sources/CoreLocation/CoreLocation.swift Tests/Beside/Sources/Beside/Beside.swift
swift build --quiet "${options[@]}"
echo "beside.sh: a target that does not depend on CoreLocation can import it, and is built again after a change"
