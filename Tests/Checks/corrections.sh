#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Gets corrections from casters that cut, refuse, dawdle and attack, and from those of RTKLIB (Debian: rtklib) and pygnssutils
# where these are installed; checks that nothing else is ever written to a receiver.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# PyPI has it, Debian does not. It is installed beside what is built; only CI does that by itself.
pygnssutils="$PWD/${SCRATCH:-.build}/pygnssutils"
if [[ ${CI-} == true && ! -x $pygnssutils/bin/gnssserver ]]; then
  python3 -m pip install --quiet --target "$pygnssutils" pygnssutils ||
    echo "without pygnssutils, the scene with it is skipped, and says so"
fi
if [[ -x $pygnssutils/bin/gnssserver ]]; then
  export PATH="$pygnssutils/bin:$PATH" PYTHONPATH="$pygnssutils${PYTHONPATH:+:$PYTHONPATH}"
fi
gps=$(Tests/Scripts/build-product gps)
# Both wait most of the time.
python3 Tests/Scripts/writing.py "$gps" &
python3 Tests/Scripts/correcting.py "$gps"
wait $!
