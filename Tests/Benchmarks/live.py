#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Measures "gps watch" beside gpsd: how soon a fix is there, and what it takes.

    Tests/Benchmarks/live.py              the table, as Markdown: 5 minutes
    Tests/Benchmarks/live.py --quick      the same with fewer epochs: 2 minutes

Builds gps in release with Swift's libraries in it. Both programs run at the same time, each on a
pseudo-terminal of its own, and are given the same bytes. A fix is there when the line with it has been
read from the pipe of the one, or the socket of the other. Times are quoted as ratios within one run: those of
another machine are others. Needs gpsd (Debian: gpsd); without it only gps is measured.
"""
import argparse
import json
import os
import pathlib
import platform
import select
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Scripts"))
# pylint: disable-next=wrong-import-position
from watching import ROOT, Port, Watch, cpu, field  # noqa: E402

# What u-blox receivers send, in their order: GSV and GLL add nothing to a fix that RMC, GGA and GSA tell of.
SENTENCES = "RMC,VTG,GGA,GSA,GSV,GLL"
WARM_UP = 100


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT).stdout


def build():
    options = ["-c", "release", "--static-swift-stdlib", "--scratch-path", ".build-static"]
    output("swift", "build", "--quiet", *options, "--product", "gps")
    return output("swift", "build", *options, "--show-bin-path").strip() + "/gps"


def make_epochs(gps, rate, count):
    """Epochs: the time, the bytes, and the offset at which the last sentence that matters ends."""
    text = subprocess.run(
        [gps, "simulate", "--rate", str(rate), "--duration", str(count // rate + 1), "--talker", "GN",
         "--sentences", SENTENCES, "--start", "2025-06-15T12:00:00Z"],
        check=True, capture_output=True).stdout
    epochs = []
    for part in text.split(b"$GNRMC,")[1:count + 1]:
        burst = b"$GNRMC," + part
        clock = part[:9].decode("ascii")
        key = f"2025-06-15T{clock[:2]}:{clock[2:4]}:{clock[4:9]}"
        epochs.append((round_time(key), burst, burst.index(b"\n", burst.rindex(b"GSA,")) + 1))
    return epochs


class Peer:
    """A program with a port of its own, and when its fixes came."""

    def __init__(self, name, port, pid, reader, write_end=None):
        self.name, self.port, self.pid, self.reader, self.writer = name, port, pid, reader, write_end
        self.rest = b""
        self.arrivals = {}

    def read(self):
        """Takes what has come; notes the time at which each fix is there for the first time."""
        now = time.monotonic()
        self.rest += os.read(self.reader, 1 << 16)
        *lines, self.rest = self.rest.split(b"\n")
        for line in lines:
            if b'"latitude"' in line or b'"lat"' in line:
                fix = json.loads(line)
                # Whole milliseconds: they write as many decimals as they like.
                when = round_time((fix.get("timestamp") or fix.get("time", "")).rstrip("Z"))
                self.arrivals.setdefault(when, now)


def round_time(text):
    """A time of day in milliseconds; `None` without one."""
    if "T" not in text:
        return None
    hours, minutes, seconds = text.split("T")[1].split(":")
    return (int(hours) * 60 + int(minutes)) * 60000 + round(float(seconds) * 1000)


def start_gps(gps):
    port = Port()
    watch = Watch(gps, "--device", port.path)
    return Peer("gps watch", port, watch.pid, watch.output), watch.end


def start_gpsd():
    """gpsd with a client; `None` where it is not installed."""
    if not shutil.which("gpsd"):
        return None
    port = Port()
    # It gives up root before it opens anything.
    os.chmod(port.path, 0o666)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number = probe.getsockname()[1]
    # pylint: disable-next=consider-using-with
    daemon = subprocess.Popen(["gpsd", "-N", "-n", "-S", str(number), port.path],
                              stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 10
    while True:
        try:
            client = socket.create_connection(("127.0.0.1", number))
            break
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                daemon.kill()
                sys.exit("gpsd does not listen; is it allowed to open pseudo-terminals?")
            time.sleep(0.05)
    client.sendall(b'?WATCH={"enable":true,"json":true};\n')

    def end():
        client.close()
        daemon.terminate()
        daemon.wait(10)

    return Peer("gpsd", port, daemon.pid, client.fileno()), end


def collect(peers, until, wanted=None):
    """Reads until a time, or until everyone has a fix of this time."""
    while True:
        if wanted is not None and all(wanted in peer.arrivals for peer in peers):
            return
        rest = until - time.monotonic()
        if rest <= 0:
            return
        for ready in select.select([peer.reader for peer in peers], [], [], rest)[0]:
            next(peer for peer in peers if peer.reader == ready).read()


def measure_bursts(peers, epochs):
    """Each burst in one write, one program after the other; from the write to the fix."""
    delays = {peer.name: [] for peer in peers}
    lost = dict.fromkeys(delays, 0)
    for index, (when, burst, _) in enumerate(epochs):
        for peer in peers if index % 2 else reversed(peers):
            drain(peer)
            start = time.monotonic()
            os.write(peer.port.master, burst)
            # The first second, it may still have to be found out where an epoch ends.
            collect([peer], start + (0.3 if index < WARM_UP else 1), when)
            if index >= WARM_UP:
                if when in peer.arrivals:
                    delays[peer.name].append(peer.arrivals[when] - start)
                else:
                    lost[peer.name] += 1
            collect([peer], time.monotonic() + 0.001)
    return delays, lost


def measure_floor(epochs):
    """Each burst in one write, from the write until "cat" has given it back: what the harness and the system take."""
    port = Port()
    # pylint: disable-next=consider-using-with
    echo = subprocess.Popen(["cat", port.path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    delays = []
    os.write(port.master, b"begun\n")
    os.read(echo.stdout.fileno(), 1 << 16)
    for _, burst, _ in epochs:
        start = time.monotonic()
        os.write(port.master, burst)
        rest = len(burst)
        while rest:
            select.select([echo.stdout], [], [], 1)
            rest -= len(os.read(echo.stdout.fileno(), 1 << 16))
        delays.append(time.monotonic() - start)
        time.sleep(0.001)
    port.close()
    echo.wait(10)
    return delays


def drain(peer):
    while select.select([peer.reader], [], [], 0)[0]:
        peer.read()


def measure_pace(peers, epochs, rate, baud):
    """Each burst at the pace of a line, to everyone at once; from its last sentence that matters to the fix."""
    delays = {peer.name: [] for peer in peers}
    lost = dict.fromkeys(delays, 0)
    before = {}
    start = time.monotonic() + 0.1
    warm_up = min(WARM_UP, 10 * rate)
    sent = []
    for index, (when, burst, end) in enumerate(epochs):
        if index == warm_up:
            before = {peer.name: cpu(peer.pid) for peer in peers}
        begin = start + index / rate
        stamp = None
        # What comes in a millisecond, as USB hands it over.
        size = max(1, baud // 10000)
        for number, offset in enumerate(range(0, len(burst), size)):
            collect(peers, begin + (offset + min(size, len(burst) - offset)) * 10 / baud)
            if stamp is None and offset + size >= end:
                stamp = time.monotonic()
            for peer in peers:
                os.write(peer.port.master, burst[offset:offset + size])
        if index >= warm_up:
            sent.append((when, stamp))
    collect(peers, time.monotonic() + 0.5)
    for peer in peers:
        for when, stamp in sent:
            if when in peer.arrivals:
                delays[peer.name].append(peer.arrivals[when] - stamp)
            else:
                lost[peer.name] += 1
    count = len(epochs) - warm_up
    taken = {peer.name: (cpu(peer.pid) - before[peer.name]) / count * 1000 for peer in peers}
    return delays, lost, taken


def measure_cpu(peers, epochs, rate):
    """Each burst in one write, so many a second; seconds of processor time for 1,000 epochs."""
    start = time.monotonic() + 0.1
    before = {}
    for index, (_, burst, _) in enumerate(epochs):
        collect(peers, start + index / rate)
        if index == WARM_UP:
            before = {peer.name: cpu(peer.pid) for peer in peers}
        for peer in peers:
            os.write(peer.port.master, burst)
    collect(peers, time.monotonic() + 0.5)
    count = len(epochs) - WARM_UP
    return {peer.name: (cpu(peer.pid) - before[peer.name]) / count * 1000 for peer in peers}


def wakeups(pid):
    return sum(field(f"/proc/{pid}/task/{task}/status", "voluntary_ctxt_switches:")
               for task in os.listdir(f"/proc/{pid}/task"))


def measure_idle(peers, seconds):
    """Nobody sends anything; how often each program woke up in 10 s."""
    # A port that never sent a byte is opened anew after 10 s, in case that helps, and then after 20 s more.
    time.sleep(12)
    before = {peer.name: wakeups(peer.pid) for peer in peers}
    time.sleep(seconds)
    return {peer.name: wakeups(peer.pid) - before[peer.name] for peer in peers}


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


class Table:
    """Rows that are printed as they are known."""

    def __init__(self, names):
        self.names = names
        print("| What | Epochs | " + " | ".join(names) + " | Ratio |")
        print("| --- | ---: | " + " | ".join("---:" for _ in names) + " | ---: |", flush=True)

    def row(self, what, count, values, form):
        cells = [form(values[name]) for name in self.names]
        ratio = ""
        if len(self.names) == 2 and values[self.names[1]]:
            ratio = f"{values[self.names[0]] / values[self.names[1]]:.2f}"
        count = f"{count:,}" if count else ""
        print(f"| {what} | {count} | " + " | ".join(cells) + f" | {ratio} |", flush=True)

    def delays(self, what, delays, lost):
        count = min(len(values) for values in delays.values())
        medians = {name: statistics.median(values) * 1e3 for name, values in delays.items()}
        slow = {name: percentile(values, 0.99) * 1e3 for name, values in delays.items()}
        self.row(f"{what}, median", count, medians, "{:.3f} ms".format)
        self.row(f"{what}, 99 %", count, slow, "{:.3f} ms".format)
        for name, number in lost.items():
            if number:
                print(f"| {what}: {name} gave no fix for {number} | | | | |")


def sized(pid, name):
    return field(f"/proc/{pid}/smaps_rollup", name) / 1024


def with_peers(gps, body):
    """Starts both, lets `body` measure them, and ends them."""
    started = [start_gps(gps)]
    daemon = start_gpsd()
    if daemon:
        started.append(daemon)
    try:
        return body([peer for peer, _ in started])
    finally:
        for peer, end in started:
            peer.port.close()
            end()


def report(gps, quick):
    names = ["gps watch"] + (["gpsd"] if shutil.which("gpsd") else [])
    table = Table(names)
    idle = with_peers(gps, lambda peers: measure_idle(peers, 10))
    table.row("silent port, wake-ups in 10 s", 0, idle, str)
    sizes = {}

    def bursts(peers):
        result = measure_bursts(peers, make_epochs(gps, 10, WARM_UP + (500 if quick else 10000)))
        for peer in peers:
            sizes[peer.name] = (sized(peer.pid, "Rss:"), sized(peer.pid, "Pss:"))
        return result

    table.delays("burst written → fix", *with_peers(gps, bursts))
    floor = measure_floor(make_epochs(gps, 10, 500 if quick else 2000))
    blank = " | |" if len(names) == 2 else " |"
    for share, name in [(0.5, "median"), (0.99, "99 %")]:
        delay = percentile(floor, share) * 1e3
        print(f"| the same, copied by cat, {name} | {len(floor):,} | {delay:.3f} ms |{blank}", flush=True)
    for baud, rate, count in [(115200, 10, 200 if quick else 500), (9600, 1, 20 if quick else 50)]:
        epochs = make_epochs(gps, rate, count + min(WARM_UP, 10 * rate))
        delays, lost, taken = with_peers(
            gps, lambda peers, e=epochs, r=rate, b=baud: measure_pace(peers, e, r, b))
        table.delays(f"{baud} baud, {rate} Hz: last sentence of the fix → fix", delays, lost)
        table.row(f"{baud} baud, {rate} Hz: processor time for 1,000 epochs", count, taken,
                  lambda seconds: f"{seconds * 1e3:.0f} ms")
    count = 200 if quick else 500
    taken = with_peers(
        gps, lambda peers: measure_cpu(peers, make_epochs(gps, 10, count + WARM_UP), 10))
    table.row("one write, 10 Hz: processor time for 1,000 epochs", count, taken,
              lambda seconds: f"{seconds * 1e3:.0f} ms")
    table.row("resident", 0, {name: size[0] for name, size in sizes.items()}, "{:.1f} MB".format)
    table.row("proportional", 0, {name: size[1] for name, size in sizes.items()}, "{:.1f} MB".format)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer epochs")
    arguments = parser.parse_args()
    gps = build()
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = next((line.split(":")[1].strip() for line in file if "model name" in line), "")
    version = output("gpsd", "-V").split("\n")[0] if shutil.which("gpsd") else "gpsd is not installed"
    commit = output("git", "describe", "--always", "--dirty").strip()
    print(f"{platform.machine()} ({model}), {os.cpu_count()} cores, Linux {platform.release()}, "
          f"{version}, commit {commit}\n")
    report(gps, arguments.quick)


if __name__ == "__main__":
    main()
