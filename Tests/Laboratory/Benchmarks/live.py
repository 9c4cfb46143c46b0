#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Measures a program that listens, and "gps watch", beside gpsd: how soon a fix is there, and what it takes.

    Tests/Laboratory/Benchmarks/live.py              the table, as Markdown: 5 minutes
    Tests/Laboratory/Benchmarks/live.py --quick      the same with fewer epochs: 2 minutes

Builds in release with Swift's libraries in it. All run at the same time, each on a pseudo-terminal of its
own, and are given the same bytes. A fix is there when the program that listens has been called with it, by its own account, and
when a line with it has been read from the pipe of "gps watch" or the socket of gpsd. Times are quoted as ratios within one
run: those of another machine are others. Needs gpsd (Debian: gpsd); without it only ours are measured.
"""
import argparse
import json
import os
import pathlib
import platform
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Scripts"))
# pylint: disable-next=wrong-import-position
from watching import ROOT, Port, Watch, cpu, field  # noqa: E402

# The sentences of u-blox receivers, in their order. GSV and GLL add nothing to a fix from RMC, GGA and GSA.
SENTENCES = "RMC,VTG,GGA,GSA,GSV,GLL"
WARM_UP = 100


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT).stdout


def build():
    os.environ["CORE_LOCATION_LABORATORY"] = "yes"
    options = ["-c", "release", "--static-swift-stdlib", "--scratch-path", ".build-static"]
    for product in ("gps", "Listener"):
        output("swift", "build", "--quiet", *options, "--product", product)
    return pathlib.Path(output("swift", "build", *options, "--show-bin-path").strip())


def make_epochs(gps, rate, count):
    """Returns epochs: the time, the bytes, and the offset at which the last sentence that matters to the fix ends."""
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
    """A program with its own port, and the times at which its fixes arrived."""

    def __init__(self, name, port, pid, reader, write_end=None):
        self.name, self.port, self.pid, self.reader, self.writer = name, port, pid, reader, write_end
        self.rest = b""
        self.arrivals = {}

    def end(self):
        """Is called when everything has been sent."""

    def read(self):
        """Reads what has arrived, and notes the time at which each fix is first seen."""
        now = time.monotonic()
        self.rest += os.read(self.reader, 1 << 16)
        *lines, self.rest = self.rest.split(b"\n")
        for line in lines:
            if b'"latitude"' in line or b'"lat"' in line:
                fix = json.loads(line)
                # Rounded to milliseconds, since the programs print different numbers of decimals.
                when = round_time((fix.get("timestamp") or fix.get("time", "")).rstrip("Z"))
                self.arrivals.setdefault(when, now)


class Listener(Peer):
    """A program that is called with its fixes, and prints their times when it ends."""

    def __init__(self, folder):
        port = Port()
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(
            [folder / "Listener", port.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        super().__init__("a listener", port, self.process.pid, None)

    def end(self):
        told, _ = self.process.communicate(timeout=30)
        for line in told.splitlines():
            when, now = map(int, line.split())
            self.arrivals.setdefault(when, now / 1e9)


def round_time(text):
    """Returns the time of day of a date in milliseconds, or `None` if it has none."""
    if "T" not in text:
        return None
    hours, minutes, seconds = text.split("T")[1].split(":")
    return (int(hours) * 60 + int(minutes)) * 60000 + round(float(seconds) * 1000)


def start_listener(folder):
    listener = Listener(folder)

    def end():
        if listener.process.poll() is None:
            listener.process.kill()
            listener.process.wait(10)

    return listener, end


def start_gps(folder):
    port = Port()
    watch = Watch(folder / "gps", "--device", port.path)
    return Peer("gps watch", port, watch.pid, watch.output), watch.end


def start_gpsd():
    """Starts gpsd and a client of it; returns `None` if gpsd is not installed."""
    if not shutil.which("gpsd"):
        return None
    port = Port()
    # gpsd gives up its root privileges before it opens the port.
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
    """Reads until a deadline, or until every program has a fix with the wanted time."""
    peers = [peer for peer in peers if peer.reader is not None]
    while True:
        if wanted is not None and all(wanted in peer.arrivals for peer in peers):
            return
        rest = until - time.monotonic()
        if rest <= 0:
            return
        for ready in select.select([peer.reader for peer in peers], [], [], rest)[0]:
            next(peer for peer in peers if peer.reader == ready).read()


def delays(peers, sent):
    """Returns, once everything has been sent, each program's delay of each fix, and the number of epochs without one."""
    taken, lost = {}, {}
    for peer in peers:
        peer.end()
        starts = sent[peer.name]
        taken[peer.name] = [peer.arrivals[when] - start for when, start in starts if when in peer.arrivals]
        lost[peer.name] = len(starts) - len(taken[peer.name])
    return taken, lost


def measure_bursts(peers, epochs, at_end=lambda: None):
    """Measures from the write to the fix: each burst in one write, to one program after another, no faster than a line."""
    sent = {peer.name: [] for peer in peers}
    for index, (when, burst, _) in enumerate(epochs):
        for peer in peers if index % 2 else reversed(peers):
            collect([peer], time.monotonic() + 0.001)
            start = time.monotonic()
            os.write(peer.port.master, burst)
            if peer.reader is None:
                # The listener reports when it ends; until then, it is given enough time.
                time.sleep(0.002)
            else:
                # At first, the program may still have to find out where an epoch ends.
                collect([peer], start + (0.3 if index < WARM_UP else 1), when)
            if index >= WARM_UP:
                sent[peer.name].append((when, start))
        collect(peers, time.monotonic() + 0.02)
    at_end()
    return delays(peers, sent)


def measure_floor(epochs):
    """Measures from the write of a burst until "cat" has returned it: the overhead of the harness and the system."""
    port = Port()
    # pylint: disable-next=consider-using-with
    echo = subprocess.Popen(
        ["cat", port.path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    taken = []
    os.write(port.master, b"begun\n")
    os.read(echo.stdout.fileno(), 1 << 16)
    for _, burst, _ in epochs:
        start = time.monotonic()
        os.write(port.master, burst)
        rest = len(burst)
        while rest:
            select.select([echo.stdout], [], [], 1)
            rest -= len(os.read(echo.stdout.fileno(), 1 << 16))
        taken.append(time.monotonic() - start)
        time.sleep(0.001)
    port.close()
    echo.wait(10)
    return taken


class Processor:
    """Each program's processor time for an epoch: the median, since single epochs cost more on a busy machine."""

    def __init__(self, peers):
        self.peers = peers
        self.taken = {peer.name: [] for peer in peers}
        self.before = self.now()

    def now(self):
        return {peer.name: cpu(peer.pid) for peer in self.peers}

    def epoch(self):
        """Is called after an epoch, when every program waits for the next one."""
        now = self.now()
        for name, values in self.taken.items():
            values.append(now[name] - self.before[name])
        self.before = now

    def medians(self):
        return {name: percentile(values, 0.5) for name, values in self.taken.items()}


def measure_pace(peers, epochs, rate, baud):
    """Measures from the last sentence that matters to the fix, with each burst at the pace of a line, to all at once."""
    start = time.monotonic() + 0.1
    warm_up = min(WARM_UP, 10 * rate)
    sent = []
    for index, (when, burst, end) in enumerate(epochs):
        if index == warm_up:
            processor = Processor(peers)
        begin = start + index / rate
        stamp = None
        # The bytes of one millisecond, as USB delivers them.
        size = max(1, baud // 10000)
        for number, offset in enumerate(range(0, len(burst), size)):
            collect(peers, begin + (offset + min(size, len(burst) - offset)) * 10 / baud)
            if stamp is None and offset + size >= end:
                stamp = time.monotonic()
            for peer in peers:
                os.write(peer.port.master, burst[offset:offset + size])
        # Lets the programs finish their work on this epoch before the next one begins.
        collect(peers, begin + 0.98 / rate)
        if index >= warm_up:
            processor.epoch()
            sent.append((when, stamp))
    collect(peers, time.monotonic() + 0.5)
    taken = processor.medians()
    return *delays(peers, {peer.name: sent for peer in peers}), taken


def measure_cpu(peers, epochs, rate):
    """Measures the processor time for an epoch, with `rate` bursts a second, each in one write, to one after the other."""
    start = time.monotonic() + 0.1
    for index, (_, burst, _) in enumerate(epochs):
        if index == WARM_UP:
            processor = Processor(peers)
        for number, peer in enumerate(peers):
            collect(peers, start + (index + number / (len(peers) + 1)) / rate)
            os.write(peer.port.master, burst)
        collect(peers, start + (index + 0.98) / rate)
        if index >= WARM_UP:
            processor.epoch()
    return processor.medians()


def wakeups(pid):
    return sum(field(f"/proc/{pid}/task/{task}/status", "voluntary_ctxt_switches:")
               for task in os.listdir(f"/proc/{pid}/task"))


def measure_idle(peers, seconds):
    """Returns how often each program wakes up within some seconds while its port is silent."""
    # A port that has never sent a byte is reopened after 10 s, in case that helps, and then after another 20 s.
    time.sleep(12)
    before = {peer.name: wakeups(peer.pid) for peer in peers}
    time.sleep(seconds)
    return {peer.name: wakeups(peer.pid) - before[peer.name] for peer in peers}


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


class Table:
    """Rows that are printed as soon as they are known: our figures, gpsd's, and ours divided by gpsd's."""

    def __init__(self, names):
        self.names = names
        titles = [*names, *(f"{name} / gpsd" for name in self.ours())]
        print("| What | Epochs | " + " | ".join(titles) + " | Must |")
        print("| --- | ---: | " + " | ".join("---:" for _ in titles) + " | --- |", flush=True)

    def ours(self):
        return [name for name in self.names if name != "gpsd"] if "gpsd" in self.names else []

    def row(self, what, count, values, form, must=None):
        """Prints a row; `must` is the largest allowed ratio of the first program to gpsd."""
        cells = [form(values[name]) if name in values else "" for name in self.names]
        shares = [values[name] / values["gpsd"] if values.get("gpsd") and name in values else None
                  for name in self.ours()]
        cells += ["" if share is None else f"{share:.2f}" for share in shares]
        verdict = ""
        if must is not None and shares and shares[0] is not None:
            verdict = f"≤ {must}" + ("" if shares[0] <= must else " **missed**")
        count = f"{count:,}" if count else ""
        print(f"| {what} | {count} | " + " | ".join(cells) + f" | {verdict} |", flush=True)

    def delays(self, what, taken, lost, most=(None, None)):
        count = min(len(values) for values in taken.values())
        for name, share, must in [("median", 0.5, most[0]), ("99 %", 0.99, most[1])]:
            values = {peer: percentile(times, share) * 1e3 for peer, times in taken.items()}
            self.row(f"{what}, {name}", count, values, "{:.3f} ms".format, must)
        for name, number in lost.items():
            if number:
                self.row(f"{what}: no fix from {name}", number, {}, str)


def with_peers(folder, body):
    """Starts all programs, lets `body` measure them, and ends them."""
    started = [start_listener(folder), start_gps(folder)]
    daemon = start_gpsd()
    if daemon:
        started.append(daemon)
    try:
        return body([peer for peer, _ in started])
    finally:
        for peer, end in started:
            peer.port.close()
            end()


def report(folder, quick):
    gps = folder / "gps"
    table = Table(["a listener", "gps watch"] + (["gpsd"] if shutil.which("gpsd") else []))
    idle = with_peers(folder, lambda peers: measure_idle(peers, 10))
    table.row("silent port, wake-ups in 10 s", 0, idle, str)
    sizes = {}

    def bursts(peers):
        def look():
            for peer in peers:
                sizes[peer.name] = field(f"/proc/{peer.pid}/smaps_rollup", "Private_Dirty:") / 1024

        return measure_bursts(peers, make_epochs(gps, 10, WARM_UP + (500 if quick else 3000)), look)

    table.delays("burst written → fix", *with_peers(folder, bursts), most=(0.5, 1))
    floor = measure_floor(make_epochs(gps, 10, 500 if quick else 2000))
    for share, name in [(0.5, "median"), (0.99, "99 %")]:
        table.row(f"the same, copied by cat to a pipe, {name}", len(floor),
                  {"gps watch": percentile(floor, share) * 1e3}, "{:.3f} ms".format)
    for baud, rate, count in [(115200, 10, 200 if quick else 500), (9600, 1, 20 if quick else 50)]:
        epochs = make_epochs(gps, rate, count + min(WARM_UP, 10 * rate))
        taken, lost, processor = with_peers(
            folder, lambda peers, e=epochs, r=rate, b=baud: measure_pace(peers, e, r, b))
        table.delays(f"{baud} baud, {rate} Hz: last sentence of the fix → fix", taken, lost)
        table.row(f"{baud} baud, {rate} Hz: processor time for an epoch, median", count, processor,
                  lambda seconds: f"{seconds * 1e6:.0f} µs", 0.5)
    count = 200 if quick else 500
    processor = with_peers(
        folder, lambda peers: measure_cpu(peers, make_epochs(gps, 10, count + WARM_UP), 10))
    table.row("one write, 10 Hz: processor time for an epoch, median", count, processor,
              lambda seconds: f"{seconds * 1e6:.0f} µs", 0.5)
    table.row("private memory, written to", 0, sizes, "{:.1f} MB".format)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer epochs")
    arguments = parser.parse_args()
    folder = build()
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = next((line.split(":")[1].strip() for line in file if "model name" in line), "")
    version = output("gpsd", "-V").split("\n")[0] if shutil.which("gpsd") else "gpsd is not installed"
    commit = output("git", "describe", "--always", "--dirty").strip()
    print(f"{platform.machine()} ({model}), {os.cpu_count()} cores, Linux {platform.release()}, "
          f"{version}, commit {commit}\n")
    report(folder, arguments.quick)


if __name__ == "__main__":
    main()
