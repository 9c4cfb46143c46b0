#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Counts the instructions and allocations of a sentence, and fails where they have grown.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
exec Tests/Benchmarks/benchmark.py --gate
