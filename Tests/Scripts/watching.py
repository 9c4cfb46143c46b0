# Core Location for Linux. SPDX-License-Identifier: MIT
"""A receiver on a pseudo-terminal, and "gps watch" listening to it; for the scripts in this folder."""

import json
import os
import pathlib
import select
import subprocess
import sys
import tempfile
import time
import tty

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE = 20


def sentence(body):
    checksum = 0
    for byte in body.encode("ascii"):
        checksum ^= byte
    return f"${body}*{checksum:02X}\r\n".encode("ascii")


def clock(second):
    """Returns the time of day for a number of seconds after midnight."""
    return f"{second // 3600 % 24:02}:{second // 60 % 60:02}:{second % 60:02}"


def epoch(second, latitude="4732.6220"):
    """Returns sentences with position and motion for a number of seconds after midnight of 15 June 2025."""
    digits = clock(second).replace(":", "") + ".00"
    return (sentence(f"GPGGA,{digits},{latitude},N,00940.9980,E,1,08,1.0,396.0,M,47.0,M,,")
            + sentence(f"GPRMC,{digits},A,{latitude},N,00940.9980,E,2.0,60.0,150625,,,A"))


class Port:
    """The receiver's side of a pseudo-terminal; closing it unplugs the port."""

    def __init__(self):
        self.master, port = os.openpty()
        self.path = os.ttyname(port)
        # Prevents an echo before a program opens the port.
        tty.setraw(port)
        os.close(port)
        os.set_blocking(self.master, False)

    def send(self, data):
        """Writes data, and returns the number of bytes accepted; the rest is lost, as on a wire."""
        try:
            return os.write(self.master, data)
        except BlockingIOError:
            return 0

    def close(self):
        os.close(self.master)


class Watch:
    """A process of "gps watch --format json"."""

    def __init__(self, gps, *options, command=(), environment=None):
        self.folder = tempfile.TemporaryDirectory(prefix="gps-watch-")
        self.errors = open(self.folder.name + "/errors", "w+b")  # pylint: disable=consider-using-with
        os.chmod(self.folder.name, 0o777)
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(
            [*command, gps, "watch", "--format", "json", *options], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=self.errors,
            env=dict(os.environ, XDG_STATE_HOME=self.folder.name, **(environment or {})))
        self.pid = self.process.pid
        self.output = self.process.stdout.fileno()
        os.set_blocking(self.output, False)
        self.rest = b""

    def lines(self, timeout=0):
        """Returns the lines that have arrived; waits for output, if there is none, until the timeout."""
        if not select.select([self.output], [], [], timeout)[0]:
            return []
        try:
            self.rest += os.read(self.output, 1 << 18)
        except BlockingIOError:
            return []
        *lines, self.rest = self.rest.split(b"\n")
        return lines

    def await_fix(self, port, second, pause=0.02):
        """Sends epochs until a fix of one of them has arrived; returns the second after the last epoch sent."""
        first = clock(second)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            # The second epoch completes the first.
            port.send(epoch(second) + epoch(second + 1))
            second += 2
            if any(json.loads(line)["timestamp"][11:19] >= first for line in self.lines(pause)):
                return second
            self.expect_running()
        return self.fail("no fix came")

    def complaints(self):
        """Returns the lines on standard error."""
        with open(self.folder.name + "/errors", "rb") as file:
            return file.read().decode("utf-8", "replace").splitlines()

    def await_complaint(self, words, after=0):
        deadline = time.monotonic() + PATIENCE
        while not any(words in line for line in self.complaints()[after:]):
            if time.monotonic() > deadline:
                self.fail(f"it never said \"{words}\"")
            time.sleep(0.005)

    def expect_running(self):
        if self.process.poll() is not None:
            self.fail(f"it ended with {self.process.returncode}")

    def fail(self, why):
        print(f"{why}; it said:\n" + "\n".join(self.complaints()[-20:]), file=sys.stderr)
        self.process.kill()
        sys.exit(1)

    # Resources.

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def threads(self):
        return len(os.listdir(f"/proc/{self.pid}/task"))

    def private_memory(self):
        """Returns the kilobytes of private memory that the process has written to."""
        return field(f"/proc/{self.pid}/smaps_rollup", "Private_Dirty:")

    def cpu(self):
        return cpu(self.pid)

    def wakeups(self):
        return sum(field(f"/proc/{self.pid}/task/{task}/status", "voluntary_ctxt_switches:")
                   for task in os.listdir(f"/proc/{self.pid}/task"))

    def end(self):
        """Ends the process as a user would, and returns its exit code."""
        self.expect_running()
        self.process.terminate()
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.errors.close()
        self.folder.cleanup()
        return code


def field(path, name):
    with open(path, encoding="ascii", errors="replace") as file:
        return next((int(line.split()[1]) for line in file if line.startswith(name)), 0)


def cpu(pid):
    """Returns the seconds of processor time of a process, to the nanosecond."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{task}/schedstat", encoding="ascii") as file:
                total += int(file.read().split()[0])
        except (FileNotFoundError, ProcessLookupError):
            # A thread that writes a message, say, has ended meanwhile.
            continue
    return total / 1e9
