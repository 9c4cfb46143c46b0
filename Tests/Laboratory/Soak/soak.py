#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Builds Soak, runs it, draws what it took of the machine, and fails where that grows.

    Tests/Laboratory/Soak/soak.py --seconds 60 | --hours 1 [--seed 1] [--out FOLDER] [--program PATH]

Writes soak.csv and soak.svg. Memory is compared by the medians of the second and the last quarter; that
everything is given back when nobody listens, the program itself sees to. Needs nothing but Python.
"""
import argparse
import csv
import pathlib
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
WIDTH, HEIGHT, LEFT, TOP, GAP = 760, 90, 50, 44, 34

# Title, unit, and for each curve its name, its column and by what it is divided; "rate" is for each second.
PANELS = [
    ("Private memory", "MB", [("supervisor", "private", 1024), ("application", "app private", 1024)]),
    ("Allocated", "KB", [("supervisor", "allocated", 1), ("application", "app allocated", 1)]),
    ("Descriptors and listeners", "", [("descriptors", "descriptors", 1), ("listeners", "listeners", 1)]),
    ("The application", "", [("descriptors", "app descriptors", 1), ("threads", "app threads", 1)]),
    ("Threads", "", [("threads", "threads", 1)]),
    ("Processor", "% of a core",
     [("all", "rate processor", 0.01), ("of which the simulated receiver and the checks", "rate main", 0.01)]),
    ("Each second", "", [("epochs written", "rate epochs", 1), ("fixes delivered", "rate fixes", 1),
                          ("locations", "rate locations", 1)]),
]
COLORS = ["#1f5fa8", "#c4552d", "#3a8f4d"]


def build():
    return subprocess.run([ROOT / "Tests/Scripts/build-product", "-c", "release", "Soak"], check=True, cwd=ROOT,
                          stdout=subprocess.PIPE, text=True).stdout.strip()


def commit():
    if not shutil.which("git"):
        return ""
    return ", commit " + subprocess.run(["git", "describe", "--always", "--dirty"], check=False, cwd=ROOT,
                                        stdout=subprocess.PIPE, text=True).stdout.strip()


def series(rows, column, divisor):
    """The values of a column with their times, averaged to at most as many as can be seen."""
    times = [row["seconds"] for row in rows]
    if column.startswith("rate "):
        name = column[5:]
        values = [(after[name] - before[name]) / max(1, after["seconds"] - before["seconds"]) / divisor
                  for before, after in zip(rows, rows[1:])]
        times = times[1:]
    else:
        values = [row[column] / divisor for row in rows]
    step = max(1, len(values) // 360)
    return [(times[i], statistics.fmean(values[i:i + step])) for i in range(0, len(values), step)]


def ceiling(value):
    """The next round number."""
    unit = 1
    while unit * 10 < value:
        unit *= 10
    return next(unit * n for n in (1, 1.5, 2, 3, 4, 5, 6, 8, 10) if unit * n >= value)


def panel(rows, index, title, unit, curves):
    top = TOP + index * (HEIGHT + GAP)
    points = [series(rows, column, divisor) for _, column, divisor in curves]
    most = ceiling(max(value for curve in points for _, value in curve) * 1.05)
    last = max(rows[-1]["seconds"], 1)
    yield f'<text x="{LEFT}" y="{top - 6}" class="title">{title}{", " + unit if unit else ""}</text>'
    for part in (0, 0.5, 1):
        y = top + HEIGHT * (1 - part)
        yield f'<path d="M{LEFT} {y}H{LEFT + WIDTH}" class="grid"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{most * part:g}</text>'
    for number, curve in enumerate(points):
        path = "L".join(f"{LEFT + WIDTH * time / last:.1f} {top + HEIGHT * (1 - value / most):.1f}"
                        for time, value in curve)
        yield f'<path d="M{path}" class="curve" stroke="{COLORS[number]}"/>'
        x = LEFT + 220 + number * 130
        yield f'<text x="{x}" y="{top - 6}" fill="{COLORS[number]}">{curves[number][0]}</text>'


def length(seconds):
    return f"{seconds / 3600:.3g} h" if seconds >= 3600 else f"{seconds:g} s"


def draw(rows, caption):
    height = TOP + len(PANELS) * (HEIGHT + GAP) + 14
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 20} {height}" '
           'font-family="sans-serif" font-size="11">')
    yield ("<style>.title{font-weight:bold}.grid{stroke:#ddd}.curve{fill:none;stroke-width:1.2}</style>"
           '<rect width="100%" height="100%" fill="#fff"/>')
    yield f'<text x="{LEFT}" y="16" font-size="13">{caption}</text>'
    for index, (title, unit, curves) in enumerate(PANELS):
        yield from panel(rows, index, title, unit, curves)
    last = rows[-1]["seconds"]
    for part in (0, 0.25, 0.5, 0.75, 1):
        text = f"{last * part / 60:.0f} min" if last > 600 else f"{last * part:.0f} s"
        yield f'<text x="{LEFT + WIDTH * part}" y="{height - 30}" text-anchor="middle">{text}</text>'
    yield "</svg>"


def growth(rows, column):
    """The medians of the second and of the last quarter."""
    quarter = len(rows) // 4
    return (statistics.median(row[column] for row in rows[quarter:2 * quarter]),
            statistics.median(row[column] for row in rows[-quarter:]))


def judge(rows):
    """Prints how flat it is; returns whether it is flat enough, or too short to tell."""
    is_flat = True
    is_long = rows[-1]["seconds"] >= 50
    print("\n| Median | Second quarter | Last quarter |\n| --- | ---: | ---: |")
    # What may come: 3 %, or these kilobytes, which the allocator takes in the first minutes, and what waits for a listener.
    for column, slack in [("private", 1024), ("allocated", 512), ("threads", 0), ("app private", 1024),
                          ("app allocated", 512), ("app descriptors", 1), ("app threads", 1)]:
        before, after = growth(rows, column)
        print(f"| {column} | {before:g} | {after:g} |")
        if is_long and after > before + max(slack, 0.03 * before):
            is_flat = False
            print(f"soak.py: {column} grows")
    seconds = max(1, rows[-1]["seconds"] - rows[0]["seconds"])
    used = rows[-1]["processor"] - rows[0]["processor"]
    main = rows[-1]["main"] - rows[0]["main"]
    epochs = rows[-1]["epochs"] - rows[0]["epochs"]
    print(f"\n{used / seconds:.1%} of a core, {(used - main) / seconds:.1%} of it the supervisor and its listeners: "
          f"{(used - main) / max(1, epochs) * 1e6:.0f} µs an epoch; {rows[-1]['troubles']:.0f} troubles")
    return is_flat


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--hours", type=float, help="instead of seconds")
    parser.add_argument("--seed", type=int, default=1, help="another one, other troubles")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / ".build" / "soak")
    parser.add_argument("--program", help="Soak, if it is built already")
    arguments = parser.parse_args()
    if arguments.hours:
        arguments.seconds = 3600 * arguments.hours
    program, of_commit = arguments.program or build(), commit()
    arguments.out.mkdir(parents=True, exist_ok=True)
    table = arguments.out / "soak.csv"
    status = subprocess.run([program, f"{arguments.seconds:g}", str(arguments.seed), table], check=False).returncode
    with open(table, encoding="ascii") as file:
        rows = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]
    if len(rows) < 8:
        sys.exit(status or "soak.py: too short to judge; at least 8 seconds are needed")
    is_flat = judge(rows)
    caption = (f"Soak: {length(arguments.seconds)} at 50 times the speed, "
               f"{rows[-1]['troubles']:.0f} troubles, seed {arguments.seed}{of_commit}")
    picture = arguments.out / "soak.svg"
    picture.write_text("\n".join(draw(rows, caption)) + "\n", encoding="utf-8")
    print(f"drawn in {picture}")
    sys.exit(0 if status == 0 and is_flat else 1)


if __name__ == "__main__":
    main()
