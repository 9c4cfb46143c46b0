#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Requests the metrics of "gps serve" and "gps publish" as Prometheus and as hostile programs do. promtool judges them if
# Debian's package prometheus is installed; it is not installed here, since it would start a server on a developer's machine.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Beside gps, which becomes it.
Tests/Scripts/build-product gps-publish >/dev/null
exec python3 Tests/Scripts/metrics.py "$(Tests/Scripts/build-product gps)"
