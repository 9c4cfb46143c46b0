#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Cancels 10,000 loops of each kind while updates arrive 200 times a second; "make test" cancels 400.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

read -ra options <<<"${BUILD_OPTIONS-}"
options+=(--scratch-path "${SCRATCH:-.build}")
[[ ${PROGRAMS_ARE_BUILT-} == yes ]] || swift build --quiet "${options[@]}" --build-tests >&2
tests=$(swift build "${options[@]}" --show-bin-path)/core-location-linuxPackageTests.xctest
CANCELLATIONS=10000 Tests/Scripts/in-own-home "$tests" --testing-library swift-testing --quiet \
  --filter '^LinuxLocationTests\.CancellationTests'
