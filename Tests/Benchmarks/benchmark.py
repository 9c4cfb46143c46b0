#!/usr/bin/env python3
"""Counts and times what this package does, beside what a user might pick instead.

    Tests/Benchmarks/benchmark.py              the table, as Markdown
    Tests/Benchmarks/benchmark.py --quick      counts only, on a small corpus
    Tests/Benchmarks/benchmark.py --gate       the same, and fails where one is over its ceiling
    Tests/Benchmarks/benchmark.py --set-gate   the same, and makes what is counted the ceilings

Builds everything in release, makes its corpus with "gps simulate", and prints a table. Instructions and
allocations are those of three passes less those of one, halved: they repeat to the digit. Times are
quoted as ratios within one run. Needs valgrind; runs gpsdecode (Debian: gpsd-clients) and pynmea2 (PyPI)
too where they are installed, and says so where they are not.
"""
import argparse
import json
import os
import platform
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
GATE = os.path.join(HERE, "gate.json")
FOUR = (b"GGA", b"RMC", b"GSA", b"VTG")


def output(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options)


def build():
    output("swift", "build", "-c", "release", "--product", "gps", cwd=ROOT)
    output("swift", "build", "-c", "release", cwd=HERE)
    path = ("swift", "build", "-c", "release", "--show-bin-path")
    return (os.path.join(output(*path, cwd=ROOT).stdout.strip(), "gps"),
            os.path.join(output(*path, cwd=HERE).stdout.strip(), "Benchmark"))


def make_corpora(gps, folder, seconds):
    """Epochs in their order; all sentences shuffled; and of these the four that matter most."""
    epochs = b""
    variants = [("GN", "4.11", "7"), ("GP", "2.3", "4"), ("GN", "4.0", "5")]
    for seed, (talker, version, decimals) in enumerate(variants):
        for route in ("circle", "straight"):
            epochs += subprocess.run(
                [gps, "simulate", "--route", route, "--duration", str(seconds), "--speed", "12",
                 "--talker", talker, "--nmea", version, "--decimals", decimals, "--noise", "3",
                 "--seed", str(seed), "--sentences", "RMC,VTG,GGA,GSA,GSV,GLL"],
                check=True, capture_output=True).stdout
    lines = epochs.splitlines(keepends=True)
    random.Random(1).shuffle(lines)
    corpora = {"epochs": epochs, "mixed": b"".join(lines),
               "four": b"".join(line for line in lines if line[3:6] in FOUR)}
    paths = {}
    for name, content in corpora.items():
        paths[name] = os.path.join(folder, name + ".nmea")
        with open(paths[name], "wb") as file:
            file.write(content)
    return paths, {name: content.count(b"\n") for name, content in corpora.items()}


def instructions(*command):
    with tempfile.TemporaryDirectory() as folder:
        result = output("valgrind", "--tool=callgrind",
                        "--callgrind-out-file=" + os.path.join(folder, "out"), *command)
    return int(re.search(r"Collected : (\d+)", result.stderr).group(1))


def allocations(*command):
    result = output("valgrind", "--tool=memcheck", *command)
    return int(re.search(r"total heap usage: ([\d,]+) allocs", result.stderr).group(1).replace(",", ""))


def per_pass(count, benchmark, work, path):
    return (count(benchmark, work, path, "3") - count(benchmark, work, path, "1")) / 2


def seconds_of(command, best_of=3, **options):
    best = None
    for _ in range(best_of):
        start = time.monotonic()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)
        taken = time.monotonic() - start
        best = taken if best is None else min(best, taken)
    return best


ROWS = [("framing and checksum", "frame", "four"), ("decoding, whole buffer", "decode", "four"),
        ("decoding, 512-byte pieces", "stream", "four"), ("decoding", "decode", "mixed"),
        ("bytes to fixes", "fixes", "epochs")]


def count_table(benchmark, paths, sentences):
    """Prints the counts a sentence; the instructions by work and corpus."""
    counts = {}
    print("| Work | Corpus | Instructions a sentence | Allocations a sentence |")
    print("| --- | --- | ---: | ---: |")
    for title, work, corpus in ROWS:
        count = per_pass(instructions, benchmark, work, paths[corpus]) / sentences[corpus]
        heap = per_pass(allocations, benchmark, work, paths[corpus]) / sentences[corpus]
        counts[f"{work} {corpus}"] = round(count, 1)
        print(f"| {title} | {corpus} | {count:,.0f} | {heap:.4f} |", flush=True)
        if heap > 0.005:
            sys.exit(f"{title}: {heap:.4f} allocations a sentence; there were to be none")
    return counts


def compiler():
    return re.search(r"Swift version (\S+)", output("swift", "--version").stdout).group(1)


def hold_to_gate(counts, path=GATE, unit="instructions a sentence", share=0.03):
    """Fails where a count is over its ceiling by more than a share."""
    with open(path, encoding="utf-8") as file:
        gate = json.load(file)
    here = {"machine": platform.machine(), "swift": compiler()}
    if any(gate[key] != value for key, value in here.items()):
        print(f"not compared: the ceilings are those of Swift {gate['swift']} on {gate['machine']}")
        return
    over = [f"{name}: {count} {unit}, {gate['counts'][name]} before"
            for name, count in counts.items() if count > (1 + share) * gate["counts"][name]]
    if over:
        sys.exit(f"slower by more than {100 * share:.0f} %:\n" + "\n".join(over))
    print(f"no count is more than {100 * share:.0f} % over its ceiling")


def set_gate(counts, path=GATE):
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"machine": platform.machine(), "swift": compiler(), "counts": counts}, file,
                  indent=2)
        file.write("\n")


def time_table(gps, benchmark, paths):
    size = os.path.getsize(paths["epochs"])

    def benchmark_time(work, corpus, passes=5):
        result = output(benchmark, work, paths[corpus], str(passes)).stdout.split()
        return float(result[2]) / passes

    lines = benchmark_time("lines", "four")
    decode = benchmark_time("decode", "four")
    print("\n| Throughput | MB/s | Ratio |")
    print("| --- | ---: | --- |")
    four = os.path.getsize(paths["four"]) / 1e6
    print(f"| memchr for every line end | {four / lines:,.0f} | 1 |")
    print(f"| decoding, four | {four / decode:,.0f} | {decode / lines:.1f} × the time |")
    replay = seconds_of([gps, "replay", "--format", "json", paths["epochs"]])
    print(f"| gps replay --format json | {size / replay / 1e6:,.0f} | 1 |")
    if shutil.which("gpsdecode"):
        with open(paths["epochs"], "rb") as file:
            start = time.monotonic()
            subprocess.run(["gpsdecode", "-j"], stdin=file, stdout=subprocess.DEVNULL, check=True)
            peer = time.monotonic() - start
        print(f"| gpsdecode -j (gpsd) | {size / peer / 1e6:,.0f} | {peer / replay:.1f} × the time |")
    else:
        print("| gpsdecode -j (gpsd) | not installed | |")
    try:
        import pynmea2
    except ImportError:
        print("| pynmea2 | not installed | |")
    else:
        with open(paths["four"], encoding="ascii") as file:
            text = file.readlines()[:20000]
        start = time.monotonic()
        for line in text:
            pynmea2.parse(line, check=True)
        peer = (time.monotonic() - start) / len(text)
        ours = decode / open(paths["four"], "rb").read().count(b"\n")
        print(f"| pynmea2, four | {sum(map(len, text)) / len(text) / peer / 1e6:,.1f} "
              f"| {peer / ours:,.0f} × the time |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="counts only, on a small corpus")
    parser.add_argument("--gate", action="store_true", help="compare the counts with gate.json")
    parser.add_argument("--set-gate", action="store_true", help="write the counts to gate.json")
    arguments = parser.parse_args()
    quick = arguments.quick or arguments.gate or arguments.set_gate
    if not shutil.which("valgrind"):
        sys.exit('cannot count instructions: valgrind is not installed; run "apt-get install valgrind"')
    gps, benchmark = build()
    commit = output("git", "-C", ROOT, "describe", "--always", "--dirty").stdout.strip()
    print(f"{platform.machine()}, {os.cpu_count()} cores, commit {commit}\n")
    with tempfile.TemporaryDirectory() as folder:
        paths, sentences = make_corpora(gps, folder, 100 if quick else 1000)
        counts = count_table(benchmark, paths, sentences)
        if arguments.gate:
            hold_to_gate(counts)
        if arguments.set_gate:
            set_gate(counts)
        if not quick:
            paths, _ = make_corpora(gps, folder, 20000)
            time_table(gps, benchmark, paths)


if __name__ == "__main__":
    main()
