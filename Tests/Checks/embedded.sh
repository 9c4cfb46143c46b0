#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Compiles NMEA0183 and UBX in Embedded Swift, and compares the parser on an emulated board with the one built here.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
exec python3 Tests/Scripts/embedded.py "$(Tests/Scripts/build-product ParserProbe)"
