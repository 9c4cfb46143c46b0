#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Measures "gps history": how soon fixes are found in a track of ten million, and how soon they are a file.

    Tests/Laboratory/Benchmarks/history.py [--fixes N] [--folder FOLDER]    the table, as Markdown

Fills a store in the folder, 1.4 GB, and removes it afterwards. Every query runs five times; the median counts: of the
processor time for queries, by the clock for files. The store is in the cache of the system, as it is when somebody
looks for the second time.
"""
import argparse
import datetime
import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = ["swift", "build", "-c", "release"]
ROUNDS = 5
START = 1_700_000_000


def build(product):
    subprocess.run([*BUILD, "--product", product], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    folder = subprocess.run([*BUILD, "--show-bin-path"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return f"{folder.stdout.strip()}/{product}"


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def queries(probe, store, count):
    """Returns for each query its name, the number of fixes found, and the milliseconds of processor time."""
    found, times = {}, {}
    for _ in range(ROUNDS):
        for line in output(probe, "measure", store, str(count)).splitlines():
            name, fixes, passed = re.match(r"(.*): (\d+) fixes in \d+ ms, processor (\d+) ms", line).groups()
            found[name] = int(fixes)
            times.setdefault(name, []).append(int(passed))
    return [(name, found[name], statistics.median(times[name])) for name in found]


def files(gps, store, fixes):
    """Yields the same for writing a day in the middle to a file, timed by the clock from the program's start to its exit."""
    day = START + fixes // 2
    start, end = (datetime.datetime.fromtimestamp(at, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
                  for at in (day, day + 86_399))
    for suffix in ("gpx", "csv", "json"):
        times = []
        target = f"{store}.{suffix}"
        for _ in range(ROUNDS):
            begin = time.monotonic()
            subprocess.run([gps, "history", "--store", store, "--from", start, "--until", end, "--to", suffix,
                            "--output", target, "--force"], check=True, stderr=subprocess.DEVNULL)
            times.append((time.monotonic() - begin) * 1000)
        os.unlink(target)
        yield f"a day as {suffix}, from start to exit", 86_400, statistics.median(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--fixes", type=int, default=10_000_000, help="how many the track has (200,000 or more)")
    parser.add_argument("--folder", help="where there is room for them")
    options = parser.parse_args()
    gps, probe = build("gps"), build("StoreProbe")
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        store = f"{folder}/positions.sqlite"
        print(output(probe, "fill", store, str(options.fixes)).strip())
        print(f"{os.path.getsize(store) / 1e6:.0f} MB, {os.getloadavg()[0]:.1f} processes run on {os.cpu_count()} cores\n")
        print("| What | Fixes | Time |\n| --- | ---: | ---: |")
        for name, count, passed in [*queries(probe, store, options.fixes), *files(gps, store, options.fixes)]:
            print(f"| {name} | {count:,} | {passed:.0f} ms |")


if __name__ == "__main__":
    main()
