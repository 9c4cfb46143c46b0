#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Checks the files to install, makes the Debian package from them twice, compares the two, and fails if lintian reports an
# error or a warning: package.sh STAGE
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

python3 Tests/Packaging/packaging.py "$1"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
package=$(.packaging/deb "$1" .build-static)
again=$(umask 077 && .packaging/deb "$1" "$folder/again")
cmp "$package" "$again"
echo "the package is the same when it is made again: $(sha256sum <"$package" | cut -c 1-16)"

# Without --allow-root, lintian warns against running it as root.
lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$package"
echo "lintian has nothing to say"
dpkg-deb --field "$package" Package Version Architecture Depends Installed-Size
