#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Counts the instructions and allocations per sentence, and fails if instructions exceed their ceiling or memory is allocated.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
exec Tests/Laboratory/Benchmarks/benchmark.py --gate
