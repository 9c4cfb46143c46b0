#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Installs the programs as built for the tests, and checks its manual, completions and units, and the service under the filters
# of its unit. "make package-check" does the same with the programs for installation, which take longer to build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
Tests/Scripts/build-product gps-publish >/dev/null
.packaging/stage "$folder/stage" "$(Tests/Scripts/build-product gps)"
python3 Tests/Packaging/packaging.py "$folder/stage"
