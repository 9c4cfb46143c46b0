#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Whether each product can be built and linked by another package, and what an application gets with it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
exec python3 Tests/Scripts/products.py
