#!/usr/bin/env python3
"""Measures the way of a location from the engine to whoever is told, and what distance(from:) costs.

    Tests/Laboratory/Delivery/benchmark.py             times and counts, as Markdown tables
    Tests/Laboratory/Delivery/benchmark.py --counts    counts only
    Tests/Laboratory/Delivery/benchmark.py --gate      the same, and fails where one is over its ceiling
    Tests/Laboratory/Delivery/benchmark.py --set-gate  the same, and makes what is counted the ceilings

Instructions and allocations are those of three times the work less those of once, halved, by valgrind.
"""
import argparse
import importlib.util
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
GATE = os.path.join(HERE, "gate.json")

# The benchmark of sentences knows how to count.
SPEC = importlib.util.spec_from_file_location(
    "counting", os.path.join(HERE, "..", "Benchmarks", "benchmark.py"))
counting = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(counting)

# What is counted, and how often it is done.
ROWS = [("a location to 1 delegate", "one", 2000), ("a location to 100 delegates", "hundred", 100),
        ("`distance(from:)`, 100 m", "near", 20000), ("`distance(from:)`, 1,000 km", "far", 20000),
        ("`distance(from:)`, antipodal", "antipodal", 20000)]


def build():
    """Builds the program in a folder of its own, since it uses internals of the library, and returns its path."""
    os.environ["CORE_LOCATION_LABORATORY"] = "yes"
    command = ("swift", "build", "-c", "release", "-Xswiftc", "-enable-testing", "--scratch-path", ".build-delivery",
               "--product", "DeliveryBenchmark")
    counting.output(*command, cwd=counting.ROOT)
    path = counting.output(*command, "--show-bin-path", cwd=counting.ROOT).stdout.strip()
    return os.path.join(path, "DeliveryBenchmark")


def each(count, benchmark, work, times):
    """What one costs: the start of the program, and of the engine, is in both and drops out."""
    more = count(benchmark, work, str(3 * times))
    return (more - count(benchmark, work, str(times))) / (2 * times)


def count_table(benchmark):
    counts = {}
    print("| Work | Instructions | Allocations | Must |")
    print("| --- | ---: | ---: | ---: |")
    for title, work, times in ROWS:
        instructions = each(counting.instructions, benchmark, work, times)
        allocations = each(counting.allocations, benchmark, work, times)
        counts[work] = round(instructions)
        limit = counting.verdict(allocations, 6) if work == "one" else ""
        print(f"| {title} | {instructions:,.0f} | {allocations:,.1f} | {limit} |", flush=True)
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--counts", action="store_true", help="counts only")
    parser.add_argument("--gate", action="store_true", help="compare the counts with gate.json")
    parser.add_argument("--set-gate", action="store_true", help="write the counts to gate.json")
    arguments = parser.parse_args()
    benchmark = build()
    counts = count_table(benchmark)
    if arguments.gate:
        counting.hold_to_gate(counts, GATE, "instructions", share=0.1)
    elif arguments.set_gate:
        counting.set_gate(counts, GATE)
    elif not arguments.counts:
        sys.stdout.flush()
        for mode in ([], ["dispatch-main"], ["costs"]):
            counting.subprocess.run([benchmark, *mode], check=True)


if __name__ == "__main__":
    main()
