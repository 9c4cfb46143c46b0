#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Sends the time of a simulated receiver to a real chronyd that leaves the machine's clock alone (Debian: chrony), and compares
# the offsets that it finds with the delays put in, and with gpsd's. Where either is not installed, its scenes are skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

exec python3 Tests/Scripts/timing.py "$(Tests/Scripts/build-product gps)"
