#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Runs a program on a machine simulated by umockdev, and plugs devices in and out meanwhile.

hotplug.py PROGRAM [ARGUMENT…] reads steps from standard input, one per line:

    add FILE         plug in the device that a file in Fixtures/devices describes
    add FILE A B     the same, with every A replaced by B: a node with another name
    receiver NODE    put a receiver behind this node, such as ttyACM0, with the next "add"
    talk NODE N      send epochs from it until the program has printed N fixes of them, as JSON
    remove SYSPATH   unplug a device with all its parts
    lines N          wait until the program has printed N lines in all
    signal NAME      send the program a signal, such as INT
    deaf             stop reading the program's output
    end              wait for the program's end (implicitly the last step)

Prints the program's output at the end, then "exit code N". A step that takes longer than 20 s is a failure. Standard
error is inherited by the program.
"""

import ctypes
import os
import pathlib
import select
import signal
import subprocess
import sys
import time

from watching import Port, clock, epoch

PATIENCE = 20


class Testbed:
    """The functions of libumockdev, without GObject introspection."""

    def __init__(self):
        self.library = ctypes.CDLL("libumockdev.so.0")
        self.library.umockdev_testbed_new.restype = ctypes.c_void_p
        self.library.umockdev_testbed_get_root_dir.restype = ctypes.c_char_p
        self.bed = ctypes.c_void_p(self.library.umockdev_testbed_new())
        self.root = pathlib.Path(os.fsdecode(self.library.umockdev_testbed_get_root_dir(self.bed)))
        (self.root / "dev").mkdir(exist_ok=True)
        self.receivers = {}
        self.second = 0

    def add(self, path, old="", new=""):
        """Plugs devices in. umockdev never removes nodes that it has made, so they are made here, before it sends its event."""
        lines = pathlib.Path(path).read_text(encoding="utf-8").replace(old or "\0", new).split("\n")
        nodes = [line[len("N: "):] for line in lines if line.startswith("N: ")]
        text = "\n".join(line for line in lines if not line.startswith("N: "))
        for node in nodes:
            if node in self.receivers:
                (self.root / "dev" / node).symlink_to(self.receivers[node].path)
                continue
            (self.root / "dev" / node).touch(0o644)
            # umockdev presents a file with this mode as a character device.
            (self.root / "dev" / node).chmod(0o1644)
        if not self.library.umockdev_testbed_add_from_string(self.bed, text.encode(), None):
            sys.exit(f"umockdev refuses {path}")

    def remove(self, path):
        folders = [pathlib.Path(folder) for folder, _, _ in os.walk(f"{self.root}{path}")]
        for folder in reversed(folders):
            if not (folder / "uevent").exists():
                continue
            name = os.fsencode("/" + str(folder.relative_to(self.root)))
            self.library.umockdev_testbed_uevent(self.bed, name, b"remove")
            self.library.umockdev_testbed_remove_device(self.bed, name)
            (self.root / "dev" / folder.name).unlink(missing_ok=True)
            if folder.name in self.receivers:
                self.receivers.pop(folder.name).close()

    def talk(self, node, program, count):
        first = f"T{clock(self.second)}".encode()
        deadline = time.monotonic() + PATIENCE
        while sum(line[24:33] >= first for line in program.output.split(b"\n")) < count:
            self.receivers[node].send(epoch(self.second) + epoch(self.second + 1))
            self.second += 2
            if select.select([program.process.stdout], [], [], 0.02)[0]:
                program.read(deadline)
            elif time.monotonic() > deadline:
                program.process.kill()
                sys.exit(f"no line after {PATIENCE} s; printed so far: {program.output!r}")


class Program:
    """The program under test."""

    def __init__(self, words, root):
        environment = dict(os.environ, UMOCKDEV_DIR=str(root))
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=environment)
        self.output = b""

    def read(self, deadline):
        """Reads output once; returns whether there was any before its end."""
        rest = max(0, deadline - time.monotonic())
        if not select.select([self.process.stdout], [], [], rest)[0]:
            self.process.kill()
            sys.exit(f"waited for {PATIENCE} s; printed so far: {self.output!r}")
        piece = os.read(self.process.stdout.fileno(), 65536)
        self.output += piece
        return bool(piece)

    def lines(self, count):
        deadline = time.monotonic() + PATIENCE
        while self.output.count(b"\n") < count and self.read(deadline):
            pass

    def end(self):
        deadline = time.monotonic() + PATIENCE
        while not self.process.stdout.closed and self.read(deadline):
            pass
        return self.process.wait(PATIENCE)


PRELOADED = "libumockdev-preload.so.0"


def main():
    # This process needs the library preloaded too: the testbed looks for its devices in /sys.
    if os.environ.get("LD_PRELOAD") != PRELOADED:
        environment = dict(os.environ, LD_PRELOAD=PRELOADED)
        os.execve(sys.executable, [sys.executable, *sys.argv], environment)
    bed = Testbed()
    program = None
    for step in sys.stdin:
        word, _, rest = step.strip().partition(" ")
        # Devices that are plugged in before the first other step are present when the program starts.
        if program is None and word not in ("add", "receiver"):
            program = Program(sys.argv[1:], bed.root)
        if word == "add":
            bed.add(*rest.split(" "))
        elif word == "receiver":
            bed.receivers[rest] = Port()
        elif word == "talk":
            node, count = rest.split(" ")
            bed.talk(node, program, int(count))
        elif word == "remove":
            bed.remove(rest)
        elif word == "lines":
            program.lines(int(rest))
        elif word == "signal":
            program.process.send_signal(signal.Signals["SIG" + rest])
        elif word == "deaf":
            program.process.stdout.close()
        elif word == "end":
            break
        else:
            sys.exit(f"no such step: {step}")
    program = program or Program(sys.argv[1:], bed.root)
    code = program.end()
    sys.stdout.buffer.write(program.output)
    print(f"exit code {code}")
    subprocess.run(["rm", "-rf", str(bed.root)], check=False)


main()
