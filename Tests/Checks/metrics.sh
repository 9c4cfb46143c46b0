#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Requests the metrics of "gps serve" and "gps publish" as Prometheus and as hostile programs do. promtool, which is in
# Debian's package prometheus, judges them; without it, that check is skipped with a message.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

command -v promtool >/dev/null || .ci/install-packages prometheus >/dev/null 2>&1 || true
exec python3 Tests/Scripts/metrics.py "$(Tests/Scripts/build-product gps)"
