#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Measures "gps serve" beside gpsd: how soon clients have a fix and an answer, and what many of them take.

    Tests/Laboratory/Benchmarks/service.py [--quick] [GPS]    the table, as Markdown; GPS is a program that has been built

Both run at the same time, each on a pseudo-terminal of its own, and are given the same bytes; the times are those at
which a line is in the client's hands. Needs gpsd (Debian: gpsd); without it only ours is measured.
"""
import argparse
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import threading
import time

# pylint: disable-next=wrong-import-position
from live import WARM_UP, Peer, Table, build, collect, delays, make_epochs, measure_bursts, measure_pace, output, start_gpsd
from applications import Machine
from watching import ROOT, Port, cpu, field

WATCH = b'?WATCH={"enable":true,"json":true};\n'
STRANGER = 1234


class Service(Peer):
    """gps serve with one client, by default of gpsd's protocol."""

    def __init__(self, gps, name="gps serve", hello=WATCH):
        self.folder = tempfile.TemporaryDirectory(prefix="service-")  # pylint: disable=consider-using-with
        os.chmod(self.folder.name, 0o755)
        port = Port()
        os.chmod(port.path, 0o600)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.number = probe.getsockname()[1]
        self.socket = f"{self.folder.name}/location.sock"
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(
            [gps, "serve", "--device", port.path, "--gpsd", f"127.0.0.1:{self.number}", "--socket", self.socket],
            stderr=subprocess.DEVNULL)
        self.client = connect(self.number, self.socket if hello != WATCH else None)
        self.client.sendall(hello)
        super().__init__(name, port, self.process.pid, self.client.fileno())

    def stop(self):
        self.client.close()
        self.process.terminate()
        self.process.wait(10)


class Delegate(Service):
    """A program with a CLLocationManager, which gets its locations from its own gps serve."""

    def __init__(self, gps, probe):
        super().__init__(gps, "a delegate", b"")
        self.client.close()
        self.machine = Machine(gps)
        self.machine.authorize("allow", probe)
        # pylint: disable-next=consider-using-with
        self.probe = subprocess.Popen(
            [probe, "listen"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=dict(self.machine.environment, CORELOCATION_SERVICE=self.socket, CORELOCATION_IN_USE="1"))
        self.reader = self.probe.stdout.fileno()

    def read(self):
        """Reads what has arrived, with the times at which the delegate was called."""
        self.rest += os.read(self.reader, 1 << 16)
        *lines, self.rest = self.rest.split(b"\n")
        for line in lines:
            if line.startswith(b"location"):
                seconds, now = line.split()[3:]
                self.arrivals.setdefault(round(float(seconds) * 1000) % 86_400_000, int(now) / 1e9)

    def stop(self):
        self.probe.kill()
        self.probe.communicate()
        super().stop()
        shutil.rmtree(self.machine.folder)


def connect(number, path=None):
    deadline = time.monotonic() + 10
    while True:
        try:
            if not path:
                return socket.create_connection(("127.0.0.1", number))
            client = socket.socket(socket.AF_UNIX)
            client.connect(path)
            return client
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def with_both(gps, body, own=False, probe=None):
    """Starts gps serve and gpsd, lets `body` measure them, and ends them.

    With `own`, also measures the service's own protocol; with `probe`, also a program that has a location manager.
    """
    started = [(service, service.stop) for service in [Service(gps)]]
    if own:
        hello = b'{"class":"client","name":"benchmark","watch":true}\n'
        service = Service(gps, "our protocol", hello)
        started.append((service, service.stop))
    if probe:
        service = Delegate(gps, probe)
        started.append((service, service.stop))
    daemon = start_gpsd()
    if daemon:
        started.append(daemon)
    try:
        return body([peer for peer, _ in started])
    finally:
        for peer, end in started:
            peer.port.close()
            end()


def number_of(peer):
    """Returns the TCP port of a server."""
    return peer.number if isinstance(peer, Service) else socket.socket(fileno=os.dup(peer.reader)).getpeername()[1]


def read_until(client, word, patience=15):
    """Reads until a word arrives; returns the seconds that this took, NaN after `patience`, and the bytes read."""
    start = time.monotonic()
    client.settimeout(patience)
    data = b""
    while word not in data:
        try:
            data += client.recv(1 << 16)
        except TimeoutError:
            return float("nan"), data
    return time.monotonic() - start, data


def ask(client, request, word):
    """Returns the seconds from a request to its answer."""
    start = time.monotonic()
    client.sendall(request)
    read_until(client, word)
    return time.monotonic() - start


def pace(peers, epochs, rate, stop):
    """Sends `rate` epochs a second to every port, until `stop` is set."""
    start = time.monotonic()
    for index, (_, burst, _) in enumerate(epochs):
        time.sleep(max(0, start + index / rate - time.monotonic()))
        if stop.is_set():
            return
        for peer in peers:
            peer.port.send(burst)


def paced(peers, epochs, rate, body):
    stop = threading.Event()
    thread = threading.Thread(target=pace, args=(peers, epochs, rate, stop))
    thread.start()
    try:
        return body()
    finally:
        stop.set()
        thread.join()


def measure_answers(peers):
    """Returns the longest wait for an answer, first while a silent port is opened, then for 50 more requests."""
    longest = {}
    for peer in peers:
        times = []
        with connect(number_of(peer)) as client:
            read_until(client, b"VERSION")
            times.append(ask(client, WATCH, b'"WATCH"'))
            for _ in range(50):
                times.append(ask(client, b"?DEVICES;\n", b'"DEVICES"'))
        longest[peer.name] = max(times)
    return longest


def measure_first(peers, epochs):
    """Returns the longest time from WATCH to the first TPV with a position, with the receiver running."""
    def body():
        taken = {}
        collect(peers, time.monotonic() + 8)
        for peer in peers:
            times = []
            for attempt in range(5):
                with connect(number_of(peer)) as client:
                    time.sleep(0.21 * attempt)
                    client.sendall(WATCH)
                    times.append(read_until(client, b'"lat"')[0])
            taken[peer.name] = max(times)
        return taken
    return paced(peers, epochs, 1, body)


def measure_crowd(peers, epochs, count, seconds):
    """Returns the processor time per second with `count` clients at 10 Hz, and the private memory."""
    def body():
        clients = [connect(number_of(peer)) for peer in peers for _ in range(count)]
        stop = threading.Event()
        for client in clients:
            client.sendall(WATCH)
        watched = [*clients]
        import select  # pylint: disable=import-outside-toplevel

        def drain():
            poll = select.epoll()
            for client in watched:
                poll.register(client, select.EPOLLIN)
            by_number = {client.fileno(): client for client in watched}
            while not stop.is_set():
                for number, _ in poll.poll(0.2):
                    by_number[number].recv(1 << 16)
        reader = threading.Thread(target=drain)
        reader.start()
        time.sleep(8)
        before = {peer.name: cpu(peer.pid) for peer in peers}
        time.sleep(seconds)
        taken = {peer.name: (cpu(peer.pid) - before[peer.name]) / seconds for peer in peers}
        sizes = {}
        for peer in peers:
            rollup = f"/proc/{peer.pid}/smaps_rollup"
            sizes[peer.name] = field(rollup, "Private_Dirty:") / 1024
        stop.set()
        reader.join()
        for client in clients:
            client.close()
        return taken, sizes
    return paced(peers, epochs, 10, body)


def measure_stall(peers, epochs):
    """Returns the kilobytes that are kept for a client that did not read for 20 s."""
    def body():
        clients = {peer.name: connect(number_of(peer)) for peer in peers}
        for client in clients.values():
            client.sendall(WATCH)
        time.sleep(20)
        return {name: len(drain_now(client)) / 1024 for name, client in clients.items()}
    return paced(peers, epochs, 10, body)


def drain_now(client):
    client.setblocking(False)
    data = b""
    deadline = time.monotonic() + 0.05
    while time.monotonic() < deadline:
        try:
            data += client.recv(1 << 16)
        except BlockingIOError:
            pass
    client.close()
    return data


def measure_stranger(gps, count):
    """Serves `count` epochs to an allowed client, and to a user who is not allowed the location.

    Returns the number of positions sent to the client, of bytes sent to the user, and of coordinates in them.
    """
    service = Service(gps)
    code = f"""
import select, socket, sys, time
a = socket.create_connection(("127.0.0.1", {service.number}))
b = socket.create_connection(("127.0.0.1", {service.number}))
c = socket.socket(socket.AF_UNIX)
c.connect("{service.socket}")
a.sendall(b'?WATCH={{"enable":true,"json":true}};')
b.sendall(b'?WATCH={{"enable":true,"nmea":true,"raw":2}};')
c.sendall(b'{{"class":"client","watch":true,"satellites":true,"headings":true}}\\n')
data, due = b"", 0
sockets = [a, b, c, sys.stdin]
while sys.stdin in sockets:
    if time.monotonic() > due:
        a.sendall(b"?POLL;")
        due = time.monotonic() + 0.1
    for ready in select.select(sockets, [], [], 0.1)[0]:
        if ready is sys.stdin:
            sockets.remove(ready)
        else:
            data += ready.recv(65536)
words = [b'"lat', b"5128.", b"51.4", b"PRN", b"-0.00"]
print(len(data), sum(data.count(word) for word in words))
"""
    with subprocess.Popen(["setpriv", "--reuid", str(STRANGER), "--regid", str(STRANGER), "--clear-groups", "python3",
                           "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as stranger:
        epochs = make_epochs(gps, 10, count)
        told = 0
        for _, burst, _ in epochs:
            os.set_blocking(service.port.master, True)
            os.write(service.port.master, burst)
            data = drain_quickly(service.client)
            told += data.count(b'"lat"')
        length, found = stranger.communicate("", timeout=30)[0].split()
    service.stop()
    return told, int(length), int(found)


def drain_quickly(client):
    client.settimeout(0.003)
    try:
        return client.recv(1 << 16)
    except TimeoutError:
        return b""


def report(gps, quick):
    probe = output(ROOT / "Tests/Scripts/build-product", "-c", "release", "LocationProbe").strip()
    names = ["gps serve", "our protocol", "a delegate"] + (["gpsd"] if shutil.which("gpsd") else [])
    table = Table(names)
    milliseconds = lambda seconds: f"{seconds * 1e3:.2f} ms"  # noqa: E731
    table.row("the longest wait for an answer, port silent", 51, with_both(gps, measure_answers), milliseconds)
    first = with_both(gps, lambda peers: measure_first(peers, make_epochs(gps, 1, 120)))
    table.row("WATCH → first TPV, 1 Hz, the longest of 5", 5, first, lambda seconds: f"{seconds:.2f} s")
    count = 500 if quick else 3000
    table.delays("burst written → TPV", *with_both(
        gps, lambda peers: measure_bursts(peers, make_epochs(gps, 10, WARM_UP + count)), own=True, probe=probe),
        most=(1, 1))
    # At 10 Hz, one epoch in ten has satellites in view after the fix; at 1 Hz, every epoch has.
    for rate, count in [(10, 200 if quick else 500), (1, 20 if quick else 60)]:
        epochs = make_epochs(gps, rate, min(WARM_UP, 10 * rate) + count)
        taken, lost, _ = with_both(
            gps, lambda peers, e=epochs, r=rate: measure_pace(peers, e, r, 115200), own=True, probe=probe)
        table.delays(f"115200 baud, {rate} Hz: last sentence of the fix → TPV", taken, lost)
    seconds = 10 if quick else 30
    processor, sizes = with_both(
        gps, lambda peers: measure_crowd(peers, make_epochs(gps, 10, 600), 50, seconds))
    table.row("50 clients, 10 Hz: processor time a second", seconds * 10, processor, milliseconds, 1)
    table.row("private memory with 50 clients", 0, sizes, "{:.1f} MB".format)
    stalled = with_both(gps, lambda peers: measure_stall(peers, make_epochs(gps, 10, 600)))
    table.row("kept for a client that did not read for 20 s, 10 Hz", 200, stalled, "{:.0f} KB".format)
    if os.geteuid() == 0:
        told, length, found = measure_stranger(gps, 1000 if quick else 10000)
        print(f"\nOf {told:,} epochs, user {STRANGER} was sent {length:,} bytes with {found} coordinates.")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer epochs")
    parser.add_argument("gps", nargs="?", type=pathlib.Path, help="the program; built in release without")
    arguments = parser.parse_args()
    report(arguments.gps or build() / "gps", arguments.quick)


if __name__ == "__main__":
    main()
