#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Counts the warnings of "gps replay" for recordings: episodes, and how many there are in an hour.

    episodes.py GPS FOLDER...

Of files that are recordings with fixes, in the folders and below them. An episode lasts from the first fix with a warning to
the last one before a fix without it. The hours are those between fixes at most a minute apart. What an episode shows has to be
looked up: a warning may be right.
"""
import collections
import json
import pathlib
import subprocess
import sys

from truth import seconds

LONGEST_STEP = 60
# What lies beside recordings.
OTHERS = {".json", ".jsonl", ".md", ".csv", ".py", ".gpx", ".kml"}


def fixes(gps, path):
    output = subprocess.run([gps, "replay", "--format", "json", path], capture_output=True, check=False).stdout
    for line in output.splitlines():
        fix = json.loads(line)
        if "latitude" in fix:
            yield fix.get("timestamp") or fix.get("timeOfDay"), set(fix.get("warnings", []))


def main():
    gps, folders = sys.argv[1], [pathlib.Path(folder) for folder in sys.argv[2:]]
    paths = sorted({path for folder in folders for path in folder.rglob("*")
                    if path.is_file() and path.suffix not in OTHERS and not path.name.startswith("LICENSE")})
    count, recordings, hours = 0, 0, 0.0
    episodes = collections.Counter()
    for path in paths:
        before, last, own = set(), None, []
        number = 0
        for number, (time, warnings) in enumerate(fixes(gps, path), 1):
            now = seconds(time) if time else None
            if now is not None and last is not None and 0 < now - last <= LONGEST_STEP:
                hours += (now - last) / 3600
            own += [(kind, time) for kind in sorted(warnings - before)]
            before, last = warnings, now
        count += number
        recordings += number > 0
        episodes.update(kind for kind, _ in own)
        for kind, time in own:
            print(f"{path}: {kind} from {time or 'an unknown time'}")
    if not count:
        sys.exit(f"no recording with a fix in {' '.join(map(str, folders))}")
    print(f"{recordings} recordings, {count} fixes, {hours:.1f} hours, {episodes.total()} episodes, "
          f"{episodes.total() / max(hours, 1e-9):.2f} an hour")
    for kind, number in episodes.most_common():
        print(f"{kind}: {number} episodes, {number / max(hours, 1e-9):.2f} an hour")


if __name__ == "__main__":
    main()
