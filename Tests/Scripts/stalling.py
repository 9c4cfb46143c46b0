#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Checks that nothing slow holds up a receiver: a disk that stalls, a terminal after Ctrl-S, a standard error that nobody reads.

    stalling.py GPS [NAME …]      all checks, or those with these names
"""
import fcntl
import json
import os
import pathlib
import pty
import sqlite3
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
# pylint: disable-next=wrong-import-position
from casting import Receiver, Stream  # noqa: E402
# pylint: disable-next=wrong-import-position
from checking import RUNNING, Missing, check, eventually, expect, need, perform_with_folders  # noqa: E402
# pylint: disable-next=wrong-import-position
from watching import Port, clock, epoch  # noqa: E402

# Bytes a second at 115,200 baud.
FULL_LINE = 11_520
STALL = 10
F_SETPIPE_SZ = 1031


class FullLine(threading.Thread):
    """A receiver that sends as fast as its line carries, from the moment on at which its port is opened."""

    def __init__(self):
        super().__init__(daemon=True)
        self.port, self.sent, self.lost, self.ends = Port(), bytearray(), 0, threading.Event()

    def run(self):
        start, data, offered, second = time.monotonic(), b"", 0, 0
        while not self.ends.wait(0.01):
            due = int((time.monotonic() - start) * FULL_LINE)
            while offered + len(data) < due:
                data += epoch(second)
                second += 1
            piece, data = data[:due - offered], data[due - offered:]
            count = self.port.send(piece)
            # What the line does not take is lost, as on a wire.
            self.sent += piece[:count]
            self.lost += len(piece) - count
            offered += len(piece)

    def end(self):
        self.ends.set()
        self.join()


def start(gps, folder, *words, **options):
    environment = dict(os.environ, HOME=str(folder), XDG_STATE_HOME=str(folder), XDG_RUNTIME_DIR=str(folder),
                       CORELOCATION_SERVICE=str(folder / "none"))
    # pylint: disable-next=consider-using-with
    process = subprocess.Popen([gps, *words], stdin=subprocess.DEVNULL, env=environment, **options)
    RUNNING.append(process)
    return process


def is_open(process, path):
    folder = f"/proc/{process.pid}/fd"
    return any(os.path.realpath(f"{folder}/{name}") == path for name in os.listdir(folder))


def expect_whole(line, recorded):
    line.end()
    expect(line.lost == 0, f"the port took {line.lost} bytes less: the recorder did not read it")
    expect(recorded == bytes(line.sent), f"{len(recorded)} bytes were recorded of {len(line.sent)}")


@check
def recording_into_a_pipe_that_nobody_reads_loses_nothing(gps, folder):
    line = FullLine()
    process = start(gps, folder, "record", "--plain", "--device", line.port.path, "-", stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL)
    fcntl.fcntl(process.stdout, F_SETPIPE_SZ, 4096)
    eventually(lambda: is_open(process, line.port.path), "it does not open the port")
    line.start()
    time.sleep(STALL)
    recorded = bytearray()
    reader = threading.Thread(target=lambda: recorded.extend(process.stdout.read()), daemon=True)
    reader.start()
    time.sleep(1)
    line.end()
    process.terminate()
    process.wait(20)
    reader.join(20)
    expect_whole(line, bytes(recorded))


@check
def recording_to_a_disk_that_stalls_loses_nothing(gps, folder):
    """The file system is frozen, so that each write waits."""
    need("fsfreeze", "mkfs.ext4", "losetup")
    image, disk = folder / "image", folder / "disk"
    disk.mkdir()
    with open(image, "wb") as file:
        file.truncate(16 << 20)
    subprocess.run(["mkfs.ext4", "-q", image], check=True)
    if subprocess.run(["mount", "-o", "loop", image, disk], check=False, capture_output=True).returncode != 0:
        raise Missing("file systems cannot be mounted here")
    try:
        line = FullLine()
        path = disk / "track.nmea.gz"
        process = start(gps, folder, "record", "--plain", "--device", line.port.path, str(path), stderr=subprocess.DEVNULL)
        eventually(lambda: is_open(process, line.port.path), "it does not open the port")
        line.start()
        eventually(lambda: path.exists() and path.stat().st_size > 0, "nothing is recorded")
        subprocess.run(["fsfreeze", "-f", disk], check=True)
        try:
            time.sleep(STALL)
        finally:
            subprocess.run(["fsfreeze", "-u", disk], check=True)
        time.sleep(2)
        line.end()
        time.sleep(1)
        process.terminate()
        process.wait(20)
        expect_whole(line, subprocess.run(["gzip", "-dc", path], check=True, capture_output=True).stdout)
    finally:
        subprocess.run(["umount", disk], check=True)


@check
def corrections_flow_while_the_terminal_is_stopped(gps, folder):
    """Ctrl-S stops what the terminal shows, and so every write to it."""
    stream, receiver = Stream(), Receiver(period=0.2)
    master, terminal = pty.openpty()
    process = start(gps, folder, "watch", "--device", receiver.path, "--corrections", stream.address, stdout=terminal,
                    stderr=terminal)
    shown = bytearray()
    stopped = threading.Event()

    def read():
        while not stopped.is_set():
            shown.extend(os.read(master, 4096))

    threading.Thread(target=read, daemon=True).start()
    eventually(lambda: len(receiver.parts) >= 5 and b"satellites" in shown, lambda: f"nothing came: {bytes(shown)}")
    os.write(master, b"\x13")
    # What is on its way is still shown.
    time.sleep(1)
    length = len(shown)
    count = len(stream.sent)
    eventually(lambda: len(stream.sent) >= count + 50, "the caster stands still")
    sent = b"".join(stream.sent)
    eventually(lambda: len(receiver.written) >= len(sent), lambda: f"{len(receiver.written)} of {len(sent)} bytes came")
    expect(len(shown) == length, "the terminal shows something in spite of Ctrl-S")
    last = clock(receiver.second).encode()
    os.write(master, b"\x11")
    eventually(lambda: last in shown, "nothing is shown after Ctrl-Q")
    stopped.set()
    process.terminate()
    process.wait(20)
    stream.close()
    receiver.close()


class Delays:
    """A "gps watch" with a receiver at 5 Hz, and how long each fix takes from the receiver to its reader."""

    def __init__(self, gps, folder, said):
        self.seconds, self.sent = [], {}
        self.receiver = Receiver(period=0.2, make=self.make)
        folder.mkdir()
        self.process = start(gps, folder, "watch", "--json", "--device", self.receiver.path, stdout=subprocess.PIPE, stderr=said)
        threading.Thread(target=self.read, daemon=True).start()

    def make(self, second):
        self.sent[clock(second)] = time.monotonic()
        return epoch(second)

    def read(self):
        for row in self.process.stdout:
            now = time.monotonic()
            self.seconds.append(now - self.sent.get(json.loads(row)["timestamp"][11:19], now))

    def end(self):
        """Returns the median."""
        self.process.kill()
        self.receiver.close()
        return sorted(self.seconds)[len(self.seconds) // 2]


@check
def a_standard_error_that_nobody_reads_delays_no_fix(gps, folder):
    reading, writing = os.pipe()
    fcntl.fcntl(writing, F_SETPIPE_SZ, 4096)
    os.set_blocking(writing, False)
    try:
        while True:
            os.write(writing, b" " * 4096)
    except BlockingIOError:
        os.set_blocking(writing, True)
    # Beside one with a standard error that takes everything: the machine may be busy.
    blocked, free = Delays(gps, folder / "blocked", writing), Delays(gps, folder / "free", subprocess.DEVNULL)
    for delays in (blocked, free):
        eventually(lambda delays=delays: len(delays.seconds) >= 40, lambda delays=delays: f"{len(delays.seconds)} fixes came")
    medians = blocked.end(), free.end()
    os.close(reading)
    expect(medians[0] < medians[1] + 0.05, f"fixes took {medians[0] * 1000:.0f} ms, and {medians[1] * 1000:.0f} ms otherwise")


@check
def a_store_that_another_program_has_locked_loses_no_fix(gps, folder):
    receiver, store = Receiver(period=0.2), folder / "positions.sqlite"
    with open(folder / "said", "wb") as said:
        process = start(gps, folder, "history", "record", "--device", receiver.path, "--store", str(store), stderr=said)
    eventually(lambda: store.exists() and is_open(process, receiver.path), "it does not open the port")
    first = receiver.second
    database = sqlite3.connect(store, isolation_level=None, timeout=20)
    database.execute("BEGIN EXCLUSIVE")
    # Fixes are stored every ten seconds.
    time.sleep(STALL + 5)
    last = receiver.second - 2
    database.execute("ROLLBACK")
    database.close()
    process.terminate()
    process.wait(30)
    receiver.close()
    fixes = subprocess.run([gps, "history", "--store", store, "--to", "csv"], check=True, capture_output=True, text=True).stdout
    missing = [second for second in range(first + 2, last) if f"T{clock(second)}" not in fixes]
    expect(not missing, f"{len(missing)} of {last - first - 2} fixes are missing: {(folder / 'said').read_text()}")


if __name__ == "__main__":
    sys.exit(perform_with_folders())
