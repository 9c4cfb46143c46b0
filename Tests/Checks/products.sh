#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Checks that another package can build and link each product, and which modules an application gets with it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
exec python3 Tests/Scripts/products.py
