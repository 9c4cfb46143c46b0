#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Attacks what people can change on the page of "gps web", as pages in other tabs, other users, slow clients and planted files do.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

exec python3 Tests/Scripts/orders.py "$(Tests/Scripts/build-product gps)"
