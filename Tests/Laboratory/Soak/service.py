#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Serves a receiver with a spare at 10 Hz for long, to clients that stay and to clients that come, stall, break off and send junk.

    Tests/Laboratory/Soak/service.py GPS [--seconds 60] [--seed 1]

Those that stay must get every epoch once and in order, but for a few when one of the receivers is unplugged. Memory is
compared by the medians of the second and the last quarter; descriptors by what there were before the others came.
"""
import argparse
import json
import os
import pathlib
import random
import select
import socket
import statistics
import struct
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Scripts"))
# pylint: disable-next=wrong-import-position
from serving import Receiver, Service, Wrong, eventually  # noqa: E402
from watching import field  # noqa: E402

RATE = 10
WATCH = b'?WATCH={"enable":true,"json":true};\n'
REQUESTS = [WATCH, b'?WATCH={"enable":true,"nmea":true};', b"?POLL;?DEVICES;", b'{"class":"client","watch":true}\n',
            b"?WATCH={" + b"[" * 5000, b"\0" * 3000, b""]
# The epochs that may be missing when a receiver is unplugged, whose spare has a fix: the one that is being sent, and what
# two ports that are not read at the same moment are apart.
MOST_MISSING = 3
# Private memory may grow by so much, KB: what the C library keeps for its threads.
MOST_GROWTH = 512


class Loyal:
    """A client that stays, and notices what it misses."""

    def __init__(self, service):
        self.socket = socket.create_connection(("127.0.0.1", service.port))
        self.socket.sendall(WATCH)
        self.rest, self.last, self.fixes, self.gaps, self.twice = b"", None, 0, [], 0

    def read(self):
        data = self.socket.recv(1 << 16)
        if not data:
            raise Wrong("a client that stays was closed")
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            if b'"TPV"' in line and b'"lat"' in line:
                self.received(json.loads(line)["time"])

    def received(self, text):
        hours, minutes, seconds = text[11:-1].split(":")
        now = round((int(hours) * 3600 + int(minutes) * 60 + float(seconds)) * RATE)
        if self.last is not None:
            if now <= self.last:
                self.twice += 1
            elif now > self.last + 1:
                self.gaps.append((time.monotonic(), now - self.last - 1))
        self.last, self.fixes = now, self.fixes + 1


class Disturber(threading.Thread):
    """Clients that come and go, and receivers that do."""

    def __init__(self, service, receivers, generator, end):
        super().__init__(daemon=True)
        self.service, self.receivers, self.generator, self.end = service, receivers, generator, end
        self.guests, self.count, self.unplugged = [], 0, []

    def run(self):
        next_unplug = time.monotonic() + 15
        while time.monotonic() < self.end:
            self.come()
            while len(self.guests) > 60:
                self.go(self.guests.pop(self.generator.randrange(len(self.guests))))
            if time.monotonic() > next_unplug:
                next_unplug += self.generator.uniform(15, 45)
                self.unplug()
            time.sleep(self.generator.uniform(0, 0.05))
        for guest in self.guests:
            guest.close()

    def come(self):
        place = self.generator.choice(["gpsd", "nmea", self.service.socket, self.service.geoclue])
        guest = socket.socket(socket.AF_INET if place in ("gpsd", "nmea") else socket.AF_UNIX)
        guest.settimeout(5)
        try:
            guest.connect({"gpsd": ("127.0.0.1", self.service.port), "nmea": ("127.0.0.1", self.service.nmea)}
                          .get(place, place))
            guest.sendall(self.generator.choice(REQUESTS))
        except OSError:
            return guest.close()
        self.count += 1
        return self.guests.append(guest)

    def go(self, guest):
        """Some read what came after all, some end only their half, some reset the connection."""
        try:
            kind = self.generator.randrange(3)
            if kind == 0:
                guest.setblocking(False)
                guest.recv(1 << 20)
            elif kind == 1:
                guest.shutdown(socket.SHUT_WR)
            else:
                guest.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        except OSError:
            pass
        guest.close()

    def unplug(self):
        start = time.monotonic()
        receiver = self.generator.choice(self.receivers)
        receiver.unplug()
        self.unplugged.append((start, start + 6))
        time.sleep(self.generator.uniform(0.1, 2))
        receiver.plug()


def soak(gps, folder, seconds, seed):
    receiver = Receiver(gps, f"{folder}/receiver", RATE, seconds + 60)
    spare = Receiver(gps, f"{folder}/spare", RATE, beside=receiver)
    service = Service(gps, folder, "--device", spare.link, device=receiver.link)
    descriptors = lambda: len(os.listdir(f"/proc/{service.process.pid}/fd"))  # noqa: E731
    loyal = [Loyal(service) for _ in range(10)]
    poll = select.epoll()
    for client in loyal:
        poll.register(client.socket, select.EPOLLIN)
    by_number = {client.socket.fileno(): client for client in loyal}
    sizes, samples = [], []
    end = time.monotonic() + seconds
    disturber = None
    while (now := time.monotonic()) < end + 3:
        for number, _ in poll.poll(0.1):
            by_number[number].read()
        if disturber is None and all(client.fixes > RATE for client in loyal):
            before = descriptors()
            disturber = Disturber(service, [receiver, spare], random.Random(seed), end)
            disturber.start()
        if disturber and now > (samples[-1] + 1 if samples else 0):
            samples.append(now)
            sizes.append(field(f"/proc/{service.process.pid}/smaps_rollup", "Private_Dirty:"))
    return judge(service, loyal, disturber, sizes, before, descriptors)


def judge(service, loyal, disturber, sizes, before, descriptors):
    disturber.join()
    eventually(lambda: descriptors() <= before, f"more descriptors are open than the {before} before")
    fixes = sum(client.fixes for client in loyal)
    excused = lambda when: any(start <= when <= until for start, until in disturber.unplugged)  # noqa: E731
    lost = sum(count for client in loyal for when, count in client.gaps if not excused(when) or count > MOST_MISSING)
    most = max((count for client in loyal for _, count in client.gaps), default=0)
    twice = sum(client.twice for client in loyal)
    quarter = len(sizes) // 4
    early, late = statistics.median(sizes[quarter:2 * quarter]), statistics.median(sizes[-quarter:])
    service.end()
    print(f"{fixes:,} fixes at {len(loyal)} clients that stayed, {lost} lost, {twice} twice or out of order, "
          f"at most {most} missing at a time; "
          f"{disturber.count:,} other clients, {len(disturber.unplugged)} replugs; private memory {early:.0f} KB, "
          f"then {late:.0f} KB; {before} descriptors, as before")
    return lost == 0 and twice == 0 and late - early < MOST_GROWTH


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("gps", type=os.path.abspath)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="service-") as folder:
        os.chmod(folder, 0o755)
        return 0 if soak(arguments.gps, folder, arguments.seconds, arguments.seed) else 1


if __name__ == "__main__":
    sys.exit(main())
