#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Prints shortest paths on WGS 84 as another implementation computes them.

usage: geodesics.py [--rows N] [--seed S]   (needs GeodSolve, Debian's geographiclib-tools)

GeodSolve -E integrates with elliptic integrals, while this project sums series. Columns: the reason for the row,
the latitudes and longitudes of both ends, the azimuths there (degrees), the distance (meters).
"""

import argparse
import random
import shutil
import subprocess
import sys

# The worked examples of Karney 2013: table 3 (short), tables 4 and 5 (nearly antipodal).
PAPER = [
    ("paper-short", -30.12345, 0, -30.12344, 0.00005),
    ("paper-antipodal", -30, 0, 29.9, 179.8),
]
FIXED = [
    ("same-place", 48.85, 2.35, 48.85, 2.35),
    ("pole-to-pole", 90, 0, -90, 0),
    ("pole-to-equator", 90, 12, 0, 77),
    ("pole-by-two-longitudes", 90, 12, 90, -130),
    ("quarter-equator", 0, 0, 0, 90),
    ("last-on-equator", 0, 0, 0, 179.39),
    ("first-off-equator", 0, 0, 0, 179.4),
    ("equator-antipodes", 0, 0, 0, 180),
    ("over-antimeridian", -16.5, 179.9, -16.6, -179.9),
    ("along-antimeridian", 10, 180, 20, -180),
    ("meridian-over-pole", 80, 10, 70, -170),
]


def clamped(latitude):
    return max(-90.0, min(90.0, latitude))


def near(source):
    """Returns a random small angle of any magnitude from a thousandth of a millimeter up, in degrees."""
    return source.choice((-1, 1)) * 10 ** source.uniform(-11, 0.5)


def one(kind, source):
    latitude, longitude = source.uniform(-90, 90), source.uniform(-180, 180)
    other, east = source.uniform(-90, 90), source.uniform(-180, 180)
    return {
        "random": (latitude, longitude, other, east),
        "short": (latitude, longitude, clamped(latitude + near(source)), longitude + near(source)),
        "antipodal": (latitude, longitude, clamped(-latitude + near(source)),
                      longitude + 180 + near(source)),
        "antipodal-parallel": (latitude, 0, -latitude, 180 + near(source)),
        "parallel": (latitude, longitude, latitude, east),
        "equator": (0, longitude, 0, east),
        "near-equator": (near(source) / 10, 0, near(source) / 10, 180 + near(source)),
        "meridian": (latitude, longitude, other, longitude),
        "over-pole": (latitude, 0, other, 180),
        "from-pole": (90, longitude, other, east),
        "near-pole": (90 - abs(near(source)), longitude, 90 - abs(near(source)), east),
        "long-way-round": (latitude, longitude + 720, other, east - 360),
    }[kind]


KINDS = ["random", "short", "antipodal", "antipodal-parallel", "parallel", "equator", "near-equator",
         "meridian", "over-pole", "from-pole", "near-pole", "long-way-round"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not shutil.which("GeodSolve"):
        sys.exit("cannot compute geodesics: GeodSolve is not installed; try: apt-get install geographiclib-tools")
    source = random.Random(options.seed)
    rows = PAPER + FIXED
    rows += [(kind, *one(kind, source)) for kind in (KINDS * options.rows)[:options.rows]]
    # Rounded to a tenth of a nanometer, so that the printed values are the ones that GeodSolve computes with.
    rows = [(row[0], *(f"{value:.15f}" for value in row[1:])) for row in rows]
    asked = "".join(" ".join(row[1:]) + "\n" for row in rows)
    answers = subprocess.run(["GeodSolve", "-i", "-E", "-p", "9"], input=asked, check=True, text=True,
                             stdout=subprocess.PIPE).stdout.splitlines()
    for row, answer in zip(rows, answers, strict=True):
        print(*row, answer)


main()
