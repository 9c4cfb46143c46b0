#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Counts how many fixes of recordings with a known truth lie within the accuracy that gps states, by kind.

    truth.py GPS FOLDER

The folder has recordings, and for each of them truth/NAME.csv: comments "# key: value", of which "kind" is instants, point or
line, then rows of time, latitude, longitude. A point has one row; a line was walked, so only errors across it show.
"""
import bisect
import csv
import datetime
import json
import math
import pathlib
import statistics
import subprocess
import sys
from collections import defaultdict

# One deviation holds as much on a line as this many do in the plane.
ROUND_RADIUS = 1.5152
# Fewer fixes than this are no row.
LEAST_FIXES = 30


def offset(latitude, longitude, place):
    """Returns the meters north and east from a place to a position near it."""
    squared = 0.00669437999014
    curvature = 1 - squared * math.sin(math.radians(place[0])) ** 2
    return (math.radians(latitude - place[0]) * 6378137 * (1 - squared) / curvature ** 1.5,
            math.radians(longitude - place[1]) * 6378137 * math.cos(math.radians(place[0])) / math.sqrt(curvature))


def seconds(text):
    """Returns the seconds since 1970 of an ISO time, or those of the day if it has no date."""
    date, _, clock = text.rstrip("Z").rpartition("T")
    days = datetime.date.fromisoformat(date).toordinal() - datetime.date(1970, 1, 1).toordinal() if date else 0
    hours, minutes, rest = clock.split(":")
    return days * 86400 + int(hours) * 3600 + int(minutes) * 60 + float(rest)


class Truth:
    """Where the antenna was."""

    def __init__(self, path):
        lines = path.read_text(encoding="utf-8").splitlines()
        head = dict(line[1:].split(":", 1) for line in lines if line.startswith("#") and ":" in line)
        head = {key.strip(): value.strip() for key, value in head.items()}
        self.kind, self.left_out = head["kind"], head.get("not compared", "").split()
        self.site = head.get("site", path.stem)
        rows = [row for row in csv.reader(line for line in lines if not line.startswith("#")) if row[:1] != ["time"]]
        self.places = [(float(row[1]), float(row[2])) if any(row) else None for row in rows]
        if self.kind == "instants":
            self.times = [seconds(row[0]) for row in rows]

    def error(self, fix):
        """Returns the meters from the truth; None where that is not known."""
        position = fix["latitude"], fix["longitude"]
        if self.kind == "point":
            return math.hypot(*offset(*position, self.places[0]))
        if self.kind == "line":
            return self.error_across(position) if fix.get("speed", 0) >= 0.5 else None
        text = fix.get("timestamp") or fix.get("timeOfDay")
        place = text and self.place(seconds(text))
        return math.hypot(*offset(*position, place)) if place else None

    def place(self, time):
        if self.times[0] < 86400:
            time %= 86400
        after = bisect.bisect_left(self.times, time - 0.005)
        if after == len(self.times):
            return None
        if abs(self.times[after] - time) <= 0.005:
            return self.places[after]
        if after == 0 or self.times[after] - self.times[after - 1] > 1.1:
            return None
        share = (time - self.times[after - 1]) / (self.times[after] - self.times[after - 1])
        return tuple(first + share * (second - first)
                     for first, second in zip(self.places[after - 1], self.places[after]))

    def error_across(self, position):
        distances = []
        for start, end in zip(self.places, self.places[1:]):
            if start and end:
                (north, east), (up, right) = offset(*position, start), offset(*end, start)
                along = max(0, min(1, (north * up + east * right) / (up * up + right * right or 1)))
                distances.append(math.hypot(north - along * up, east - along * right))
        return min(distances) * ROUND_RADIUS if min(distances) < 200 else None


def rows(gps, folder):
    """Yields the site, recording, quality, source, and the pairs of error and figure."""
    for path in sorted((folder / "truth").glob("*.csv")):
        truth = Truth(path)
        recording = next((file for file in sorted(folder.glob(f"{path.stem}.*")) if file.is_file()), None)
        if recording is None:
            continue
        output = subprocess.run([gps, "replay", "--format", "json", recording], capture_output=True, check=False).stdout
        found = defaultdict(list)
        for fix in map(json.loads, output.splitlines()):
            if "horizontalAccuracy" not in fix or fix.get("quality") in truth.left_out:
                continue
            error = truth.error(fix)
            if error is not None:
                found[fix.get("quality", "unknown"), fix["horizontalAccuracySource"]].append((error, fix["horizontalAccuracy"]))
        for (quality, source), pairs in sorted(found.items()):
            if len(pairs) >= LEAST_FIXES:
                yield truth.site, path.stem, quality, source, pairs


def main():
    gps, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    kinds = defaultdict(lambda: defaultdict(list))
    print("| Recording, kind | Fixes | Error, 68 % | Median figure | Truth is within |\n| --- | --- | --- | --- | --- |")
    for site, name, quality, source, pairs in rows(gps, folder):
        share = 100 * sum(error <= figure for error, figure in pairs) / len(pairs)
        kinds[quality][site].append(share)
        error = sorted(error for error, _ in pairs)[int(0.6827 * len(pairs))]
        figure = statistics.median(figure for _, figure in pairs)
        print(f"| {name}, {quality} by {source} | {len(pairs)} | {error:.3g} m | {figure:.3g} m | {share:.0f} % |")
    for quality, sites in kinds.items():
        mean = statistics.mean(statistics.mean(shares) for shares in sites.values())
        print(f"| **{quality}, mean of the sites** | {len(sites)} sites | | | **{mean:.0f} %** |")
    if not kinds:
        sys.exit(f"{folder} has no recording with a truth that gps can read")


if __name__ == "__main__":
    main()
