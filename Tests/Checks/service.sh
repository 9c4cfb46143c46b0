#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Serves a simulated receiver to programs that others wrote, each as it is, and to users who may not have it. What is
# not installed is named and left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

Tests/Scripts/build-product LocationProbe >/dev/null
exec python3 Tests/Scripts/serving.py "$(Tests/Scripts/build-product gps)"
