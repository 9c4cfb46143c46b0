#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Misuses a port under "gps watch" in many ways; after each of them, a good receiver must be understood again.

hostile.py GPS

Checks that there is no crash, no busy loop, and one clear line if there is something to report.
"""

import os
import random
import shutil
import sys
import tempfile
import time

from watching import Port, Watch, epoch, sentence

# The most processor time per second, for a debug build on a busy machine.
BUSY = 0.5


class Bench:
    """A symbolic link to a port, and the tool that reads it."""

    def __init__(self, gps, name, *options, command=()):
        self.gps, self.name, self.second = gps, name, 0
        self.folder = tempfile.TemporaryDirectory(prefix="gps-hostile-")
        os.chmod(self.folder.name, 0o755)
        self.path = self.folder.name + "/port"
        self.port = None
        self.plug()
        self.watch = Watch(gps, "--device", self.path, *options, command=command)
        self.cpu, self.since = 0, time.monotonic()

    def plug(self):
        """Puts a new receiver in the place of whatever is there."""
        port = Port()
        os.chmod(port.path, 0o666)
        os.symlink(port.path, self.path + ".new")
        self.put(self.path + ".new")
        if self.port:
            self.port.close()
        self.port = port

    def put(self, thing):
        if os.path.isdir(self.path) and not os.path.islink(self.path):
            os.rmdir(self.path)
        elif os.path.isdir(thing) and not os.path.islink(thing):
            os.unlink(self.path)
        os.rename(thing, self.path)

    def unplug(self, make):
        """Replaces the link to the port by something else, then unplugs the port."""
        make(self.path + ".new")
        self.put(self.path + ".new")
        self.port.close()
        self.port = None

    def fixes(self):
        self.second = self.watch.await_fix(self.port, self.second)

    def rest(self, seconds=0.5):
        """Leaves the tool alone, and checks that it is not busy."""
        before, start = self.watch.cpu(), time.monotonic()
        time.sleep(seconds)
        self.watch.expect_running()
        used = (self.watch.cpu() - before) / (time.monotonic() - start)
        if used > BUSY:
            self.watch.fail(f"{self.name}: it is busy with nothing to do, {used:.2f} s a second")

    def end(self):
        code = self.watch.end()
        if self.port:
            self.port.close()
        self.folder.cleanup()
        if code != 0:
            sys.exit(f"{self.name}: it ended with {code}")
        print(f"hostile.py: {self.name}")


def noise(gps):
    bench = Bench(gps, "random bytes")
    bench.fixes()
    generator = random.Random(1)
    for _ in range(100):
        bench.port.send(generator.randbytes(3000))
        time.sleep(0.002)
    bench.fixes()
    bench.end()


def halves(gps):
    bench = Bench(gps, "half sentences, and sentences without an end")
    good = epoch(1)
    for piece in [good[:20], b"$" * 4000, good[:-1], b"$GPGGA," + b"9" * 4000, b"\r\n" * 2000,
                  sentence("GPGGA,,,,,,,,,,,,,,"), sentence("GPRMC" + "," * 80), b"\0" * 4000,
                  b"\xff" * 4000, b"\x1b]0;x\x07$GP\x1b[2J*00\r\n"]:
        bench.port.send(piece)
        time.sleep(0.01)
    bench.fixes()
    if any("\x1b" in line for line in bench.watch.complaints()):
        bench.watch.fail("a terminal would obey what the port sent")
    bench.end()


def fast(gps):
    bench = Bench(gps, "noise at the pace of 921600 baud")
    generator = random.Random(2)
    pieces = [generator.randbytes(922) for _ in range(64)]
    bench.fixes()
    before, start = bench.watch.cpu(), time.monotonic()
    for index in range(200):
        bench.port.send(pieces[index % 64])
        rest = start + (index + 1) / 100 - time.monotonic()
        if rest > 0:
            time.sleep(rest)
    used = (bench.watch.cpu() - before) / (time.monotonic() - start)
    if used > BUSY:
        bench.watch.fail(f"it takes {used:.2f} s a second to ignore noise")
    bench.fixes()
    bench.end()


def mute(gps):
    """Checks that the tool writes nothing to a port: if the other side never reads, writing blocks in the end."""
    bench = Bench(gps, "a port that falls silent, and whose other side nobody reads")
    bench.fixes()
    bench.rest()
    bench.fixes()
    try:
        written = os.read(bench.port.master, 4096)
    except BlockingIOError:
        written = b""
    if written:
        bench.watch.fail(f"it wrote to the port: {written!r}")
    bench.end()


def things(gps):
    """Replaces the port by other things that may exist at its path."""
    makers = [
        ("nothing", None, "was unplugged"),
        ("a directory", os.mkdir, "it is not a serial port"),
        ("a file", lambda path: open(path, "wb").close(), "it is not a serial port"),
        ("a symlink loop", lambda path: os.symlink(path[:-len(".new")], path),
         "oo many levels of symbolic links"),
        ("a link to nowhere", lambda path: os.symlink("/nowhere/at/all", path), "was unplugged"),
        ("a way through a file", lambda path: os.symlink("/etc/passwd/port", path), "was unplugged"),
        ("/dev/null", lambda path: os.symlink("/dev/null", path), "it is not a serial port"),
        ("a FIFO without a writer", os.mkfifo, ""),
    ]
    bench = Bench(gps, "directories, files, loops and FIFOs in the place of a port")
    for name, make, words in makers:
        bench.name = name
        said = len(bench.watch.complaints())
        bench.fixes()
        # This line follows the fix, and is not counted below.
        bench.watch.await_complaint("has a fix", said)
        said = len(bench.watch.complaints())
        if make:
            bench.unplug(make)
        else:
            os.unlink(bench.path)
            bench.port.close()
            bench.port = None
        bench.watch.await_complaint(words, said)
        bench.rest()
        # However often the tool tries to open it, it must not repeat the lines that lead to the new state.
        lines = bench.watch.complaints()[said:]
        if any(lines.count(line) > 2 for line in lines):
            bench.watch.fail(f"{name}: it says too much")
        bench.plug()
    bench.name = "directories, files, loops and FIFOs in the place of a port"
    bench.fixes()
    bench.end()


def forbidden(gps):
    """Takes permissions away while the port is open, and before it is opened again."""
    if os.getuid() == 0:
        if not shutil.which("setpriv"):
            return print("hostile.py: rights are not tested: root has them all, and there is no setpriv")
        command = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
        # The user "nobody" cannot read a home, so the program is copied to where every user can read it.
        copy = tempfile.TemporaryDirectory(prefix="gps-hostile-")
        os.chmod(copy.name, 0o755)
        gps = shutil.copy(gps, copy.name)
    else:
        command = ()
    bench = Bench(gps, "rights taken away", command=command)
    bench.fixes()
    os.chmod(bench.port.path, 0)
    # A process that has the port open keeps it.
    bench.fixes()
    said = len(bench.watch.complaints())
    port = Port()
    os.chmod(port.path, 0)
    os.symlink(port.path, bench.path + ".new")
    bench.put(bench.path + ".new")
    bench.port.close()
    bench.port = port
    bench.watch.await_complaint("permission denied", said)
    bench.rest()
    os.chmod(port.path, 0o666)
    bench.fixes()
    bench.end()


def main():
    start = time.monotonic()
    for test in (noise, halves, fast, mute, things, forbidden):
        test(sys.argv[1])
    print(f"hostile.py: {time.monotonic() - start:.1f} s")


main()
