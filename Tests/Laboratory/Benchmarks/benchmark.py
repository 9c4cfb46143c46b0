#!/usr/bin/env python3
"""Counts and times what this package does, beside what a user might pick instead.

    Tests/Laboratory/Benchmarks/benchmark.py              the table, as Markdown
    Tests/Laboratory/Benchmarks/benchmark.py --quick      counts only, on a small corpus
    Tests/Laboratory/Benchmarks/benchmark.py --gate       the same, and fails where one is over its ceiling
    Tests/Laboratory/Benchmarks/benchmark.py --set-gate   the same, and makes what is counted the ceilings

Builds everything in release, makes its corpus with "gps simulate", and prints a table. Instructions and
allocations are those of two passes less those of one: they repeat to the digit. Times are
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
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
GATE = os.path.join(HERE, "gate.json")
FOUR = (b"GGA", b"RMC", b"GSA", b"VTG")


def output(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options)


def build(is_timed):
    """Builds the tool, optimized if it is timed, and the program that processes the corpora; returns their paths."""
    scripts = os.path.join(ROOT, "Tests", "Scripts")
    gps = output(os.path.join(scripts, "build-product"), *(["-c", "release"] if is_timed else []), "gps").stdout.strip()
    programs = output(os.path.join(scripts, "build-applications"), "-c", "release", HERE).stdout.strip()
    return os.path.join(ROOT, gps), os.path.join(programs, "Benchmark")


def make_corpora(gps, folder, seconds):
    """Makes three corpora: epochs in order, all sentences shuffled, and the four most important of the shuffled ones.

    Returns their paths, and their numbers of sentences.
    """
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
    return count(benchmark, work, path, "2") - count(benchmark, work, path, "1")


def seconds_of(command, best_of=3, **options):
    best = None
    for _ in range(best_of):
        start = time.monotonic()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)
        taken = time.monotonic() - start
        best = taken if best is None else min(best, taken)
    return best


# The rows of the table: title, work, corpus, and the most instructions per sentence.
ROWS = [("framing and checksum", "frame", "four", None),
        ("decoding, whole buffer", "decode", "four", 1100),
        ("decoding, 512-byte pieces", "stream", "four", 1200),
        ("decoding", "decode", "mixed", 1200), ("decoding", "decode", "epochs", None),
        ("bytes to fixes", "fixes", "epochs", None)]


def verdict(value, limit, at_most=True):
    """Returns a figure's limit as text, marked if it is missed."""
    if limit is None:
        return ""
    holds = value <= limit if at_most else value >= limit
    return f"{'≤' if at_most else '≥'} {limit:,}{'' if holds else ' **missed**'}"


def count_table(benchmark, paths, sentences):
    """Prints the counts per sentence, and returns the instructions by work and corpus."""
    counts = {}
    print("| Work | Corpus | Instructions per sentence | Must | Allocations per sentence |")
    print("| --- | --- | ---: | ---: | ---: |")
    for title, work, corpus, limit in ROWS:
        count = per_pass(instructions, benchmark, work, paths[corpus]) / sentences[corpus]
        heap = per_pass(allocations, benchmark, work, paths[corpus]) / sentences[corpus]
        counts[f"{work} {corpus}"] = round(count, 1)
        print(f"| {title} | {corpus} | {count:,.0f} | {verdict(count, limit)} | {heap:.4f} |",
              flush=True)
        if heap > 0.005:
            sys.exit(f"{title}: {heap:.4f} allocations per sentence; there must be none")
    fixes = int(output(benchmark, "fixes", paths["epochs"], "1").stdout.split()[1])
    ratio = counts["fixes epochs"] / counts["decode epochs"]
    print(f"\nBytes to fixes take {ratio:.2f} times the instructions of decoding the same "
          f"(must: {verdict(ratio, 1.7)}), and {heap * sentences['epochs'] / fixes:.3f} allocations per fix "
          f"(must: {verdict(heap * sentences['epochs'] / fixes, 2)}).")
    return counts


def line_row(path):
    """Prints what a line of JSON takes in addition to its fix, and returns the instructions."""
    program = output(os.path.join(ROOT, "Tests", "Scripts", "build-product"), "-c", "release", "LineBenchmark",
                     cwd=ROOT).stdout.strip()
    program = os.path.join(ROOT, program)
    lines = int(output(program, "json", path, "1").stdout.split()[1])
    count, heap = ((per_pass(measure, program, "json", path) - per_pass(measure, program, "fixes", path)) / lines
                   for measure in (instructions, allocations))
    print(f"\nA line of JSON takes {count:,.0f} instructions in addition to its fix (must: {verdict(count, 9000)}), "
          f"and {heap:.4f} allocations.", flush=True)
    if heap > 0.005:
        sys.exit(f"a line of JSON: {heap:.4f} allocations; there must be none")
    return {"json line": round(count, 1)}


def frames_of(kind, content):
    """Returns the frames of UBX of one kind, class and identifier."""
    found, start = b"", 0
    while (start := content.find(b"\xb5\x62", start)) >= 0:
        end = start + 8 + int.from_bytes(content[start + 4:start + 6], "little")
        if content[start + 2:start + 4] == kind:
            found += content[start:end]
        start = end
    return found


def frame_row(gps, benchmark, folder, seconds):
    """Prints what a fix takes from NAV-PVT, and from sentences that say no more; fails unless the first is less."""
    def simulate(*options):
        return subprocess.run(
            [gps, "simulate", "--route", "circle", "--duration", str(seconds), "--speed", "12", *options],
            check=True, capture_output=True).stdout

    counts = []
    for name, content in [
            ("NAV-PVT", frames_of(b"\x01\x07", simulate("--protocol", "ubx"))),
            ("RMC, GGA and GSA", simulate("--talker", "GP", "--sentences", "RMC,GGA,GSA"))]:
        path = os.path.join(folder, "one-kind")
        with open(path, "wb") as file:
            file.write(content)
        fixes = int(output(benchmark, "fixes", path, "1").stdout.split()[1])
        counts.append(per_pass(instructions, benchmark, "fixes", path) / fixes)
        print(f"\nA fix from {name} takes {counts[-1]:,.0f} instructions.", flush=True)
    if counts[0] >= counts[1]:
        sys.exit("a fix from NAV-PVT takes more than one from RMC, GGA and GSA")


def compiler():
    return re.search(r"Swift version (\S+)", output("swift", "--version").stdout).group(1)


def hold_to_gate(counts, path=GATE, unit="instructions per sentence", share=0.03):
    """Fails if a count exceeds its ceiling by more than a share."""
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


def least_time(benchmark, work, path, runs=7):
    """Returns the seconds of one pass, the minimum of several runs, since the others were disturbed."""
    return min(float(output(benchmark, work, path, "2").stdout.split()[2]) / 2 for _ in range(runs))


def private_memory(*command):
    """Returns the most private memory that a command had written to, in megabytes, sampled while it ran."""
    most = 0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            try:
                is_it = os.readlink(f"/proc/{process.pid}/exe") == os.path.realpath(command[0])
                with open(f"/proc/{process.pid}/smaps_rollup", encoding="ascii") as rollup:
                    found = re.search(r"Private_Dirty:\s+(\d+) kB", rollup.read())
            except (FileNotFoundError, ProcessLookupError):
                # The process has just ended.
                continue
            if is_it and found:
                most = max(most, int(found.group(1)))
            time.sleep(0.002)
    if process.returncode != 0 or most == 0:
        sys.exit(f"{' '.join(command)}: failed, or was too quick to be looked at")
    return most / 1024


def time_table(gps, benchmark, paths):
    four = os.path.getsize(paths["four"]) / 1e6
    lines = least_time(benchmark, "lines", paths["four"])
    decode = least_time(benchmark, "decode", paths["four"])
    print("\n| Throughput | MB/s | Ratio | Must |")
    print("| --- | ---: | --- | ---: |")
    print(f"| memchr for every line end | {four / lines:,.0f} | 1 | |")
    print(f"| decoding, four | {four / decode:,.0f} | {decode / lines:.1f} × the time "
          f"| {verdict(decode / lines, 8)} |", flush=True)
    compare_with_pynmea2(paths["four"], decode)
    compare_with_gpsdecode(gps, paths["epochs"])


def compare_with_pynmea2(path, decode):
    try:
        import pynmea2
    except ImportError:
        print("| pynmea2 | not installed | | |")
        return
    with open(path, encoding="ascii") as file:
        text = file.readlines()
    ours = decode / len(text)
    text = text[:20000]
    start = time.monotonic()
    for line in text:
        pynmea2.parse(line, check=True)
    peer = (time.monotonic() - start) / len(text)
    print(f"| pynmea2, four | {sum(map(len, text)) / len(text) / peer / 1e6:,.1f} "
          f"| {peer / ours:,.0f} × the time | |")


def compare_with_gpsdecode(gps, path):
    size = os.path.getsize(path)
    replay = seconds_of([gps, "replay", "--format", "json", path])
    print(f"| gps replay --format json, {size / 1e6:,.0f} MB | {size / replay / 1e6:,.0f} | 1 | |")
    for form in ("gpx", "kml"):
        convert = seconds_of([gps, "convert", "--to", form, path])
        print(f"| gps convert --to {form}, the same | {size / convert / 1e6:,.0f} "
              f"| {convert / replay:.2f} × the time | {verdict(convert / replay, 1.5)} |", flush=True)
    if not shutil.which("gpsdecode"):
        print("| gpsdecode -j (gpsd) | not installed | | |")
        return
    with open(path, "rb") as file:
        start = time.monotonic()
        subprocess.run(["gpsdecode", "-j"], stdin=file, stdout=subprocess.DEVNULL, check=True)
        peer = time.monotonic() - start
    print(f"| gpsdecode -j (gpsd), the same | {size / peer / 1e6:,.0f} "
          f"| {peer / replay:.1f} × the time | {verdict(peer / replay, 15, at_most=False)} |",
          flush=True)


def process_table(gps, paths, folder):
    """Prints the costs of the tool as a whole: memory, start, and several logs at once."""
    def copies(size):
        path = os.path.join(folder, f"{size}.nmea")
        with open(paths["epochs"], "rb") as source, open(path, "wb") as target:
            epochs = source.read()
            for _ in range(max(size // len(epochs), 1)):
                target.write(epochs[:size])
        return path

    replay = [gps, "replay", "--format", "json"]
    small, large = copies(10_000_000), copies(1_000_000_000)
    print("\n| gps replay --format json | Figure | Must |")
    print("| --- | ---: | ---: |")
    memory = [private_memory(*replay, path) for path in (small, large)]
    print(f"| private memory, 10 MB | {memory[0]:.1f} MB | {verdict(memory[0], 12)} |")
    print(f"| private memory, 1 GB | {memory[1]:.1f} MB | {verdict(memory[1], 12)} |", flush=True)
    taken = seconds_of([*replay, large], best_of=1)
    print(f"| 1 GB | {os.path.getsize(large) / taken / 1e6:,.0f} MB/s | |", flush=True)
    os.remove(large)
    start = seconds_of([*replay, copies(1024)], best_of=20)
    print(f"| 1 KB, start to exit | {1000 * start:.1f} ms | {verdict(1000 * start, 25)} |", flush=True)
    check_row(gps, paths, folder)


def check_row(gps, paths, folder):
    """Prints the speedup by several processors for a command with a separate result for each log."""
    logs = [shutil.copy(paths["epochs"], os.path.join(folder, f"log{number}.nmea"))
            for number in range(os.cpu_count())]
    alone, together = (seconds_of([gps, "check", *files]) for files in (logs[:1], logs))
    print(f"| gps check, {len(logs)} logs on {len(logs)} cores "
          f"| {len(logs) * alone / together:.2f} × as fast as one by one | |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="counts only, on a small corpus")
    parser.add_argument("--gate", action="store_true", help="compare the counts with gate.json")
    parser.add_argument("--set-gate", action="store_true", help="write the counts to gate.json")
    arguments = parser.parse_args()
    quick = arguments.quick or arguments.gate or arguments.set_gate
    if not shutil.which("valgrind"):
        sys.exit('cannot count instructions: valgrind is not installed; run "apt-get install valgrind"')
    gps, benchmark = build(is_timed=not quick)
    commit = output("git", "-C", ROOT, "describe", "--always", "--dirty").stdout.strip()
    print(f"{platform.machine()}, {os.cpu_count()} cores, commit {commit}\n")
    with tempfile.TemporaryDirectory() as folder:
        paths, sentences = make_corpora(gps, folder, 100 if quick else 1000)
        counts = count_table(benchmark, paths, sentences)
        frame_row(gps, benchmark, folder, 100 if quick else 1000)
        counts |= line_row(paths["epochs"])
        if arguments.gate:
            hold_to_gate(counts)
        if arguments.set_gate:
            set_gate(counts)
        if not quick:
            paths, _ = make_corpora(gps, folder, 20000)
            time_table(gps, benchmark, paths)
            process_table(gps, paths, folder)


if __name__ == "__main__":
    main()
