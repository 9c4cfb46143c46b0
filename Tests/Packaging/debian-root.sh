#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Installs the package into a Debian root without Swift, uses, upgrades, removes and purges it there, checks that nothing is
# left behind, and installs it beside the packages of gpsd. Needs root, debootstrap and the network. BASE names a root that was made before:
#     debootstrap --variant=minbase --include=man-db,bash-completion,systemd,udev,LIBRARIES bookworm BASE
# LIBRARIES are those that the package depends on: libcurl4,libmosquitto1,libpq5,librdkafka1,libsqlite3-0,libssl3,libudev1.
# FORMER names what to upgrade from: a package, or a commit, of which one is built first; without it, it is this package with another
# version number.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

[[ $(id -u) -eq 0 ]] || { echo "cannot make a Debian root: this needs root; run it with sudo" >&2; exit 77; }
libraries=libcurl4,libmosquitto1,libpq5,librdkafka1,libsqlite3-0,libssl3,libudev1
folder=$(mktemp -d)
root=$folder/root
trap 'umount "$root/proc" "$root/dev/null" 2>/dev/null || true; rm -rf "$folder"; git worktree prune' EXIT

if [[ -n ${BASE-} ]]; then
  cp -a "$BASE" "$root"
else
  command -v debootstrap >/dev/null || { echo "cannot make a Debian root: debootstrap is not installed" >&2; exit 69; }
  debootstrap --variant=minbase --include="man-db,bash-completion,systemd,udev,$libraries" bookworm "$root" >"$folder/log" || {
    cat "$folder/log" >&2
    exit 69
  }
fi
mount -t proc proc "$root/proc"

package=$(.packaging/deb .build-static/package .build-static)
install -m 644 "$package" "$root/root/new.deb"
install -m 644 Fixtures/recordings/harbour-walk.nmea "$root/root"

# The package to upgrade from, with an older version number and a different configuration file.
former=${FORMER-$package}
if [[ ! -f $former ]]; then
  git worktree add --quiet --detach "$folder/tree" "$former"
  former=$(cd "$folder/tree" && .packaging/stage .build-static/package >&2 && .packaging/deb .build-static/package .build-static)
fi
dpkg-deb -R "$former" "$folder/old"
sed -i 's/^Version: .*/Version: 0.0.1/' "$folder/old/DEBIAN/control"
echo '# Of the former version.' >>"$folder/old/etc/core-location-linux/locationd.conf"
dpkg-deb --root-owner-group -b "$folder/old" "$root/root/old.deb" >/dev/null

inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 TERM=dumb chroot "$root" "$@"; }
fail() {
  echo "WRONG: $*" >&2
  exit 1
}
# What people have made with one version is there with the next, which goes on with it.
use() {
  inside gps history import /root/harbour-walk.nmea 2>/dev/null
  inside gps authorize allow org.example.weather >/dev/null
  inside gps record --duration 5 /root/walk.nmea.gz --device /root/harbour-walk.nmea 2>/dev/null
  echo '{"version": 1, "clients": {"user:1234": {"status": "restricted"}}}' >"$root/etc/core-location-linux/policy.json"
}
look() {
  # Members may have been added.
  inside gps history stats --format json | grep -o '"distance":[0-9.]*'
  inside gps authorize list --json | grep -o '"\(application\|decision\)":"[^"]*"'
  inside gps replay --format json /root/walk.nmea.gz | grep -o '"timestamp":"[^"]*"' | tail -n 1
  cat "$root/etc/core-location-linux/policy.json"
}
# Lists the files in the root, apart from those in which dpkg, apt and man keep data about all packages.
listing() {
  (cd "$root" && find . \( -path ./proc -o -path ./run \) -prune -o \( -path ./var/log -o -path ./var/cache -o -path './var/lib/dpkg/*-old' \
    -o -path ./var/lib/dpkg/triggers -o -path './var/lib/dpkg/status*' \) -prune -o -print | LC_ALL=C sort)
}

inside sh -c 'command -v swift' && fail "Swift is installed in the root"
listing >"$folder/before"

inside dpkg -i /root/old.deb
inside dpkg --audit
echo '# Changed here.' >>"$root/etc/core-location-linux/gps-record.conf"
use
look >"$folder/before-upgrade"
# A file that was changed both here and in the package is kept, as dpkg proposes.
inside dpkg --force-confold -i /root/new.deb
[[ -z $(inside dpkg --audit) ]] || fail "dpkg is not content"
grep -q 'former' "$root/etc/core-location-linux/locationd.conf" && fail "the upgrade kept the former configuration"
grep -q 'Changed here' "$root/etc/core-location-linux/gps-record.conf" || fail "the upgrade lost a change"
look >"$folder/after-upgrade"
diff "$folder/before-upgrade" "$folder/after-upgrade" >&2 || fail "the upgrade lost a track, a decision, a recording or a policy"
inside gps history import /root/harbour-walk.nmea 2>&1 | grep -q 'imported 0 fixes' || fail "the track does not go on"
inside gps authorize deny org.example.weather >/dev/null || fail "the decision cannot be changed"
rm -r "$root/root/walk.nmea.gz" "$root/etc/core-location-linux/policy.json"
rm -rf "$root/root/.local" "$root/root/.config"
echo "installed, used and upgraded from $(dpkg-deb -f "$former" Version), and nothing is lost"

inside gps --version
[[ $(inside gps --version) == "$(.packaging/version) ("*")" ]] || fail "the version"
inside man gps | grep -q 'gps-record(1gps)' || fail "man gps"
inside man gps-serve | grep -q locationd.socket || fail "man gps-serve"
[[ $(inside gps replay --format json /root/harbour-walk.nmea | grep -c latitude) -gt 50 ]] || fail "gps replay"
status=0
inside gps doctor --json >"$folder/doctor" || status=$?
[[ $status -eq 69 ]] || fail "gps doctor ended with $status"
grep -q '"check":"device"' "$folder/doctor" || fail "gps doctor"
grep -q '"check":"rule"' "$folder/doctor" || fail "gps doctor does not know the rule"
inside timeout --signal=INT 5 gps publish mqtt://127.0.0.1:1 --replay /root/harbour-walk.nmea 2>"$folder/publish" || true
grep -q 'waiting: ' "$folder/publish" || fail "gps publish: $(cat "$folder/publish")"
rm -r "$root/root/.local"
inside bash -c '. /usr/share/bash-completion/bash_completion; _completion_loader gps; complete -p gps' | grep -q gps ||
  fail "bash's completion"
[[ -f $root/usr/share/zsh/vendor-completions/_gps && -f $root/usr/share/fish/vendor_completions.d/gps.fish ]] ||
  fail "completions"
echo "gps, its manual, the doctor and completions work without Swift"

units=$(cd "$root/lib/systemd/system" && ls -d locationd* gps-record@* gps-publish@*)
# Template units are verified as instances.
[[ -z $(inside systemd-analyze verify --man=no ${units//@./@ttyUSB0.} 2>&1) ]] ||
  fail "$(inside systemd-analyze verify --man=no ${units//@./@ttyUSB0.} 2>&1)"
for unit in locationd.service gps-record@ttyUSB0.service gps-publish@home.service; do
  inside systemd-analyze --offline=true security --threshold=20 --no-pager "$unit" | tail -n 1
done
for unit in locationd.socket locationd-gpsd4.socket locationd-gpsd6.socket; do
  [[ $(inside systemctl is-enabled "$unit") == enabled ]] || fail "$unit is not enabled"
done
# A user's systemd needs the folder that a login makes.
complaints=$(inside env XDG_RUNTIME_DIR=/run systemd-analyze --user verify --man=no gps-wake.service 2>&1) || complaints+=" (it failed)"
[[ -z $complaints ]] || fail "$complaints"
[[ $(inside systemctl --global is-enabled gps-wake.service || true) == disabled ]] || fail "gps-wake.service is enabled for everybody"
for unit in locationd.service locationd-nmea.socket locationd-geoclue.socket locationd-{metrics,web}.socket; do
  [[ $(inside systemctl is-enabled "$unit" || true) == disabled ]] || fail "$unit is enabled"
done
echo "units are verified, and enabled as they should be"

# Files that are made while the package is used.
echo '{"version": 1}' >"$root/etc/core-location-linux/policy.json"
inside gps doctor --install-udev-rule
mkdir -p "$root/var/lib/private/gps-record/ttyUSB0" "$root/var/lib/private/core-location-linux"
ln -s private/gps-record "$root/var/lib/gps-record"
inside systemctl enable gps-record@ttyUSB0.service

inside dpkg --remove core-location-linux
[[ -e $root/etc/core-location-linux/policy.json ]] || fail "removing took the configuration"
inside sh -c 'command -v gps' && fail "gps is still there"
inside dpkg --purge core-location-linux
listing >"$folder/after"
diff "$folder/before" "$folder/after" || fail "this is left behind, or missing"
echo "removed and purged, and nothing is left"

# Beside the programs of gpsd, which need not run here.
mkdir "$root/root/gpsd"
if (cd "$root/root/gpsd" && apt-get download -qq gpsd gpsd-clients gpsd-tools python3-gps >/dev/null 2>&1); then
  inside sh -c 'dpkg --unpack /root/gpsd/*.deb && dpkg -i /root/new.deb' >/dev/null || fail "it cannot be installed beside gpsd"
  inside man 1gps gps | grep -q 'gps-record(1gps)' || fail "man 1gps gps beside gpsd-clients"
  inside man cgps | grep -q gpsd || fail "man cgps"
  echo "it can be installed beside gpsd"
else
  echo "not installed beside gpsd: apt-get cannot download that" >&2
fi
