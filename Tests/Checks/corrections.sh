#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Gets corrections from casters that cut, refuse and dawdle, and from those of RTKLIB and pygnssutils where these are installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

[[ ${CI-} != true ]] || .ci/install-packages rtklib || echo "without str2str, the scenes with it are skipped, and say so"
exec python3 Tests/Scripts/correcting.py "$(Tests/Scripts/build-product gps)"
