#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Serves a simulated receiver to unmodified third-party programs, and to users who are not allowed the location. Programs
# that are not installed are named and skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

Tests/Scripts/build-product LocationProbe >/dev/null
exec python3 Tests/Scripts/serving.py "$(Tests/Scripts/build-product gps)"
