#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Builds the examples and runs them at a terminal with a simulated receiver; runs the tests of the example Tested.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Not every folder there is a package.
manifests=(docs/examples/*/Package.swift)
programs=$(Tests/Scripts/build-applications "${manifests[@]%/*}")
python3 Tests/Scripts/examples.py "$programs" "$(Tests/Scripts/build-product gps)"

read -ra options <<<"${BUILD_OPTIONS-}"
options+=(--scratch-path "${programs%/*/*}" --package-path docs/examples/Tested)
swift build --quiet "${options[@]}" --build-tests
Tests/Scripts/in-own-home swift test "${options[@]}" --skip-build
