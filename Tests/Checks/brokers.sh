#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Kills brokers other than mosquitto while "gps publish" publishes to them, and counts what arrives. Nothing is installed here,
# since Debian's packages nats-server and rabbitmq-server would start on a developer's machine; what is missing is skipped with a
# message.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Beside gps, which becomes it.
Tests/Scripts/build-product gps-publish >/dev/null
exec python3 Tests/Scripts/brokers.py "$(Tests/Scripts/build-product gps)"
