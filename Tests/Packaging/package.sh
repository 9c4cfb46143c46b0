#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Checks what is to be installed, makes the Debian package of it twice, and compares. lintian must have nothing to say.
# package.sh STAGE
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

python3 Tests/Packaging/packaging.py "$1"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
package=$(.packaging/deb "$1" .build-static)
again=$(umask 077 && .packaging/deb "$1" "$folder/again")
cmp "$package" "$again"
echo "the package is the same when it is made again: $(sha256sum <"$package" | cut -c 1-16)"

# As root, lintian warns that one should not be.
lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$package"
echo "lintian has nothing to say"
dpkg-deb --field "$package" Package Version Architecture Depends Installed-Size
