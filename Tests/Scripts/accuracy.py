#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Counts how many fixes are as good as "gps replay" says they are: the tables of docs/accuracy.md, as Markdown.

accuracy.py GPS [COUNT]

Simulated: at a known place, under satellites in random directions, ranges are measured with random errors, and a position
is computed from them by least squares. The sentences report the errors of that position as the sentences are defined,
computed here from the same geometry; nothing is taken from the sources of the package. The fixes of "gps replay" are
compared with the place. Ends with exit code 1 if a share is not from 60 % to 85 %.

Recorded: stationary receivers, from the folder that RECEIVER_LOGS names. Their true places are unknown.
"""

import datetime
import json
import math
import os
import pathlib
import random
import statistics
import subprocess
import sys

from watching import sentence

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEAST, MOST = 60, 85
# The place, and the length of a degree there on WGS 84, meters.
LATITUDE, LONGITUDE = 47.5437, 9.6833
SQUARED_ECCENTRICITY = 0.00669437999014
_CURVATURE = 1 - SQUARED_ECCENTRICITY * math.sin(math.radians(LATITUDE)) ** 2
NORTH_METERS = math.radians(6378137 * (1 - SQUARED_ECCENTRICITY) / _CURVATURE ** 1.5)
EAST_METERS = math.radians(6378137 * math.cos(math.radians(LATITUDE)) / math.sqrt(_CURVATURE))

# The error of a range by fix quality, 1 sigma in meters, as docs/accuracy.md states it; of the precise service, its parts.
BUDGETS = {"1": (5.0,), "2": (4.0,), "3": (0.5, 1.4), "4": (0.04,), "5": (0.5,)}


class Sky:
    """Directions of satellites, and the errors of a position that follow from those of the ranges."""

    def __init__(self, generator, weighted):
        while True:
            rows, self.deviations = [], []
            for _ in range(generator.randint(6, 14)):
                # Evenly over the sky, at least ten degrees above the horizon.
                up = generator.uniform(math.sin(math.radians(10)), 1)
                azimuth = generator.uniform(0, 2 * math.pi)
                flat = math.sqrt(1 - up * up)
                rows.append((flat * math.sin(azimuth), flat * math.cos(azimuth), up, 1.0))
                # Low satellites are noisy; a receiver that weights the ranges knows that.
                self.deviations.append(2.5 * math.hypot(0.4, 0.6 / up) if weighted else 1.0)
            self.rows = rows
            inverse = invert([[sum(row[i] * row[j] / sigma ** 2
                                   for row, sigma in zip(rows, self.deviations))
                               for j in range(4)] for i in range(4)])
            if inverse:
                self.inverse = inverse
                # Receivers do not report positions from worse geometries.
                if weighted or self.dilution(0, 1) < 10:
                    return

    def dilution(self, *axes):
        return math.sqrt(sum(self.inverse[axis][axis] for axis in axes))

    def solve(self, errors):
        """Returns the error of the position to the east and to the north."""
        right = [sum(row[i] * error / sigma ** 2
                     for row, error, sigma in zip(self.rows, errors, self.deviations))
                 for i in range(4)]
        return [sum(self.inverse[axis][i] * right[i] for i in range(4)) for axis in (0, 1)]


def invert(matrix):
    """Returns the inverse by Gauss-Jordan elimination; None if the matrix is singular or nearly so."""
    size = len(matrix)
    rows = [list(row) + [float(i == j) for j in range(size)] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        if abs(rows[pivot][column]) < 1e-9:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for row in range(size):
            if row != column:
                factor = rows[row][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column])]
    return [row[size:] for row in rows]


class Claim:
    """The errors of a position as a receiver that knows them would report them."""

    def __init__(self, sky):
        east, north, both = sky.inverse[0][0], sky.inverse[1][1], sky.inverse[0][1]
        middle, half = (east + north) / 2, math.hypot((east - north) / 2, both)
        self.east, self.north = math.sqrt(east), math.sqrt(north)
        self.major, self.minor = math.sqrt(middle + half), math.sqrt(max(0, middle - half))
        # Clockwise from north.
        self.orientation = math.degrees(math.atan2(2 * both, north - east) / 2) % 180
        self.distance = math.sqrt(east + north)
        self.up = sky.dilution(2)

    def median(self):
        return self.major * median_radius(round(self.minor / self.major, 2))


def median_radius(ratio, known={}):  # pylint: disable=dangerous-default-value
    """Returns the radius that contains half of the positions if the standard deviations along the axes are 1 and `ratio`.

    Found by bisection; the share within a radius is a sum over strips.
    """
    if ratio not in known:
        low, high = 0.0, 2.0
        while high - low > 1e-4:
            radius = (low + high) / 2
            steps = [radius * (step + 0.5) / 200 for step in range(200)]
            share = sum(
                2 * math.exp(-x * x / 2) / math.sqrt(2 * math.pi) * radius / 200
                * math.erf(math.sqrt(radius ** 2 - x * x) / max(ratio, 1e-6) / math.sqrt(2))
                for x in steps)
            low, high = (radius, high) if share < 0.5 else (low, radius)
        known[ratio] = low
    return known[ratio]


def angle(degrees, width, letters):
    magnitude = abs(degrees)
    minutes = (magnitude - int(magnitude)) * 60
    return f"{int(magnitude):0{width}d}{minutes:011.8f},{letters[degrees < 0]}"


def gga(time, place, quality, satellites, hdop):
    return f"GPGGA,{time},{place},{quality},{satellites:02d},{hdop},400.0,M,48.0,M,,"


# The sentences, with their fields in order, as they are defined.

def gst_axes(time, _, claim):
    return (f"GPGST,{time},2.5,{claim.major:.3f},{claim.minor:.3f},{claim.orientation:.1f},"
            f"{claim.north:.3f},{claim.east:.3f},{claim.up:.3f}")


def gst_wide_axes(time, _, claim):
    """Returns GST as u-blox writes it since the ninth generation: axes with 95 %, 2.4477 sigma; other fields 1 sigma."""
    return (f"GPGST,{time},2.5,{2.4477 * claim.major:.3f},{2.4477 * claim.minor:.3f},"
            f"{claim.orientation:.1f},{claim.north:.3f},{claim.east:.3f},{claim.up:.3f}")


def gst_deviations(time, _, claim):
    return f"GPGST,{time},2.5,,,,{claim.north:.3f},{claim.east:.3f},{claim.up:.3f}"


def pubx(time, place, claim):
    return (f"PUBX,00,{time},{place},448.0,G3,{claim.distance:.3f},{claim.up:.3f},"
            "0.0,0.0,0.0,,1.0,1.0,1.0,8,0,0")


def pgrme(_, __, claim):
    spherical = math.hypot(claim.distance, claim.up)
    return f"PGRME,{claim.median():.3f},M,{0.6745 * claim.up:.3f},M,{spherical:.3f},M"


def psrfepe(time, _, claim):
    return f"PSRFEPE,{time},A,1.0,{claim.distance:.3f},{claim.up:.3f},0.1,1.0"


def gbs(time, _, claim):
    return f"GPGBS,{time},{claim.north:.3f},{claim.east:.3f},{claim.up:.3f},,,,"


class Scenario:
    """Fixes of one kind, each under its own sky."""

    def __init__(self, name, source, quality="1", claims=None, budget=None, doubt=0.0):
        self.name, self.source, self.quality = name, source, quality
        self.claims, self.budget, self.doubt = claims, budget or BUDGETS[quality], doubt

    def epoch(self, generator, second):
        sky = Sky(generator, weighted=self.claims is not None)
        if self.claims:
            errors = [generator.gauss(0, sigma) for sigma in sky.deviations]
        else:
            errors = [sum(generator.gauss(0, sigma) for sigma in self.budget) for _ in sky.rows]
        east, north = sky.solve(errors)
        time = f"{second // 3600:02}{second // 60 % 60:02}{second % 60:02}.00"
        place = (angle(LATITUDE + north / NORTH_METERS, 2, "NS") + ","
                 + angle(LONGITUDE + east / EAST_METERS, 3, "EW"))
        # A dilution depends on the directions alone. A receiver that reports its own accuracy need not send one.
        hdop = "" if self.claims else f"{sky.dilution(0, 1):.2f}"
        bodies = [gga(time, place, self.quality, len(sky.rows), hdop)]
        if self.claims:
            claim = Claim(sky)
            if self.doubt:
                factor = math.exp(generator.gauss(0, self.doubt))
                for name in ("east", "north", "major", "minor", "distance", "up"):
                    setattr(claim, name, getattr(claim, name) * factor)
            bodies.append(self.claims(time, place, claim))
        bodies.append(f"GPRMC,{time},A,{place},0.0,,150625,,,A")
        return b"".join(map(sentence, bodies))

    def share(self, gps, count):
        """Returns the percentage of fixes that are as good as their accuracy says, and the median accuracy in meters."""
        generator = random.Random(self.name)
        data = b"".join(self.epoch(generator, second) for second in range(count))
        fixes = replay(gps, data)
        if len(fixes) != count or any(fix["horizontalAccuracySource"] != self.source for fix in fixes):
            sys.exit(f"{self.name}: {len(fixes)} fixes of {count}, by "
                     f"{sorted({fix.get('horizontalAccuracySource') for fix in fixes}, key=str)}")
        return within(fixes, LATITUDE, LONGITUDE), middle(fixes)


def within(fixes, latitude, longitude):
    return 100 * sum(distance(fix, latitude, longitude) <= fix["horizontalAccuracy"]
                     for fix in fixes) / len(fixes)


def middle(fixes):
    return statistics.median(fix["horizontalAccuracy"] for fix in fixes)


def distance(fix, latitude, longitude):
    """Returns the meters from a fix to a nearby place."""
    curvature = 1 - SQUARED_ECCENTRICITY * math.sin(math.radians(latitude)) ** 2
    north = math.radians(6378137 * (1 - SQUARED_ECCENTRICITY) / curvature ** 1.5)
    east = math.radians(6378137 * math.cos(math.radians(latitude)) / math.sqrt(curvature))
    return math.hypot((fix["latitude"] - latitude) * north, (fix["longitude"] - longitude) * east)


def replay(gps, data):
    run = subprocess.run([gps, "replay", "--format", "json", "/dev/stdin"], input=data,
                         stdout=subprocess.PIPE, check=True)
    return [fix for fix in map(json.loads, run.stdout.splitlines()) if "latitude" in fix]


# The names of the sources of accuracy in the output of "gps replay".
GST, PUBX, PGRME, PSRFEPE, GBS, DOP = "GST", "PUBX00", "PGRME", "PSRFEPE", "GBS", "DOP"

SCENARIOS = [
    Scenario("GST, the axes of the ellipse", GST, claims=gst_axes),
    Scenario("GST, axes that hold 95 % beside 1 σ of latitude and longitude", GST,
             claims=gst_wide_axes),
    Scenario("GST, latitude and longitude only", GST, claims=gst_deviations),
    Scenario("GST, from a receiver that errs about its errors by 30 % (1 σ)", GST,
             claims=gst_axes, doubt=0.3),
    Scenario("PUBX 00, a root mean square", PUBX, claims=pubx),
    Scenario("PGRME, half of the fixes", PGRME, claims=pgrme),
    Scenario("PSRFEPE, a root mean square", PSRFEPE, claims=psrfepe),
    Scenario("GBS, 1 σ of latitude and longitude", GBS, claims=gbs),
    Scenario("dilution, autonomous", DOP),
    Scenario("dilution, differential", DOP, "2"),
    Scenario("dilution, precise", DOP, "3"),
    Scenario("dilution, RTK float", DOP, "5"),
    Scenario("dilution, RTK fixed", DOP, "4"),
]

# Other errors of an autonomous range, 1 sigma in meters.
OTHERS = [2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 8, 10]


def simulated(gps, count):
    print(f"| Simulated, {count} fixes each | Median figure | Truth is within |\n| --- | --- | --- |")
    failures = []
    for scenario in SCENARIOS:
        share, figure = scenario.share(gps, count)
        print(f"| {scenario.name} | {figure:.3g} m | {share:.1f} % |", flush=True)
        if not LEAST <= share <= MOST:
            failures.append(f"{scenario.name}: {share:.1f} %")
    return failures


def other_ranges(gps, count):
    print("\n| True error of an autonomous range, 1 σ | " + " | ".join(f"{sigma} m" for sigma in OTHERS)
          + " |\n|" + " --- |" * (len(OTHERS) + 1))
    shares = [Scenario(f"{sigma}", DOP, budget=(sigma,)).share(gps, count)[0] for sigma in OTHERS]
    print("| Truth is within | " + " | ".join(f"{share:.0f} %" for share in shares) + " |")


# Recordings.

def stationary(fixes):
    """Returns whether the receiver rests: all fixes within 60 m of the median place, and a median speed below 0.2 m/s."""
    latitude, longitude = center(fixes)
    speeds = [fix["speed"] for fix in fixes if "speed" in fix]
    return (max(distance(fix, latitude, longitude) for fix in fixes) < 60
            and bool(speeds) and statistics.median(speeds) < 0.2)


def center(fixes):
    return (statistics.median(fix["latitude"] for fix in fixes),
            statistics.median(fix["longitude"] for fix in fixes))


def lasting(fixes):
    stamps = [datetime.datetime.fromisoformat(fix["timestamp"]) for fix in fixes if "timestamp" in fix]
    return (max(stamps) - min(stamps)).total_seconds() if stamps else 0


def recorded(gps):
    folder = pathlib.Path(os.environ.get("RECEIVER_LOGS", ROOT / "../shared/receiver-logs")) / "logs"
    if not folder.is_dir():
        print(f"\nNo recordings of receivers are looked at: there is no {folder}; RECEIVER_LOGS names it.")
        return
    print("\n| Recorded at rest | By | Fixes, seconds | Median figure | Their own middle is within |\n"
          "| --- | --- | --- | --- | --- |")
    ratios = {}
    for log in sorted(folder.glob("*.log")):
        lines = log.read_bytes().splitlines(keepends=True)
        data = b"".join(line for line in lines if not line.startswith(b"#"))
        fixes = [fix for fix in replay(gps, data) if "horizontalAccuracy" in fix]
        compare(gps, log.stem, data, fixes, ratios)
        if len(fixes) < 20 or not stationary(fixes):
            continue
        for source in sorted({fix["horizontalAccuracySource"] for fix in fixes}):
            some = [fix for fix in fixes if fix["horizontalAccuracySource"] == source]
            if len(some) >= 20:
                qualities = "/".join(sorted({fix.get("quality", "not told") for fix in some}))
                print(f"| {log.stem} | {source}, {qualities} | {len(some)}, {lasting(some):.0f} | "
                      f"{middle(some):.3g} m | {within(some, *center(some)):.0f} % |")
    if ratios:
        print("\n| Recorded, both in an epoch | Fixes | Figure by dilution, over that of the better source |\n"
              "| --- | --- | --- |")
        for (name, source, quality), values in ratios.items():
            print(f"| {name}, {source}, {quality} | {len(values)} | {statistics.median(values):.2f} |")


def compare(gps, name, data, fixes, ratios):
    """Collects the ratio of the accuracy by dilution to the better one, for fixes with a better source than dilution."""
    if all(fix["horizontalAccuracySource"] == DOP for fix in fixes):
        return
    bare = b"".join(line for line in data.splitlines(keepends=True)
                    if line[3:6] not in (b"GST", b"GBS")
                    and not line.startswith((b"$PUBX", b"$PGRM", b"$PSRF")))
    others = {fix.get("timestamp"): fix for fix in replay(gps, bare)}
    for fix in fixes:
        source, other = fix["horizontalAccuracySource"], others.get(fix.get("timestamp"), {})
        if source != DOP and other.get("horizontalAccuracySource") == DOP:
            ratios.setdefault((name, source, other.get("quality", "not told")), []).append(
                other["horizontalAccuracy"] / fix["horizontalAccuracy"])


def main():
    gps, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    failures = simulated(gps, count)
    if count >= 5000:
        other_ranges(gps, count)
        recorded(gps)
    if failures:
        sys.exit("not from 60 % to 85 %: " + "; ".join(failures))


main()
