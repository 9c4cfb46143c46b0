# Core Location for Linux. SPDX-License-Identifier: MIT
"""Runs applications against simulated receivers, each machine with its own decisions and files.

Used by clients.py, main-programs.py and examples.py, among others. Waiting longer than PATIENCE is a failure; nothing
waits for a fixed time.
"""

import contextlib
import fcntl
import os
import pathlib
import plistlib
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time
import tty

PATIENCE = 60


class Failure(Exception):
    """Something that an application did not do."""


class Machine:
    """An environment with its own directories, so that no file of the user is read or written."""

    def __init__(self, gps):
        self.gps = os.path.realpath(gps)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="applications-"))
        self.environment = {
            "HOME": str(self.folder), "PATH": os.environ["PATH"], "TZ": "UTC", "LANG": "C.UTF-8",
            **{name: str(self.folder / name) for name in
               ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")},
        }
        (self.folder / "XDG_RUNTIME_DIR").mkdir(mode=0o700)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def tool(self, *arguments):
        """Runs gps, and returns what it prints."""
        return subprocess.run(
            [self.gps, *arguments], env=self.environment, stdin=subprocess.DEVNULL, check=True,
            stdout=subprocess.PIPE).stdout

    def authorize(self, answer, program, *options):
        self.tool("authorize", answer, os.path.realpath(program), *options)

    def recording(self, name, *options):
        """Makes a recording of a simulated receiver, and returns its path."""
        path = self.folder / f"{name}.nmea"
        path.write_bytes(self.tool("simulate", *options))
        return path

    def route(self, name, points):
        """Makes a GPX file of points (seconds, latitude, longitude), and returns its path."""
        path = self.folder / f"{name}.gpx"
        lines = "".join(
            f'<trkpt lat="{latitude}" lon="{longitude}">'
            f'<time>2025-06-15T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}Z</time></trkpt>'
            for seconds, latitude, longitude in points)
        path.write_text(
            f'<gpx version="1.1"><trk><trkseg>{lines}</trkseg></trk></gpx>', encoding="utf-8")
        return path

    def usage_descriptions(self, *keys):
        """Makes an Info.plist for an executable without a bundle."""
        path = self.folder / "Info.plist"
        path.write_bytes(plistlib.dumps({key: f"To test {key}." for key in keys}))
        self.environment["CORELOCATION_INFO_PLIST"] = str(path)

    @contextlib.contextmanager
    def receiver(self, *options):
        """Runs a receiver at the other end of a pseudo-terminal; yields the path of its port."""
        ours, port = os.openpty()
        path = os.ttyname(port)
        tty.setraw(port)
        # A program does not listen to a port that another process has open.
        os.close(port)
        process = subprocess.Popen(
            [self.gps, "simulate", "--realtime", *options], stdin=subprocess.DEVNULL, stdout=ours,
            env=self.environment)
        try:
            yield path
        finally:
            process.kill()
            process.wait()
            os.close(ours)

    @contextlib.contextmanager
    def application(self, command, source, *, terminal=False, on_screen=False):
        """Runs a program that gets its locations from `source`, at its own terminal or in use without one.

        Its output is read separately from its terminal, unless `on_screen` sends it there.
        """
        application = Application(
            [str(word) for word in command],
            {**self.environment, "CORELOCATION_SOURCE": str(source),
             **({} if terminal else {"CORELOCATION_IN_USE": "1"})},
            terminal, on_screen)
        try:
            yield application
        finally:
            application.end()

    def lines(self, command, source, **options):
        """Runs a program that ends by itself with exit code 0, and returns the lines that it prints."""
        with self.application(command, source, **options) as application:
            return application.rest()


class Application:
    """A running program, its output, and its terminal."""

    def __init__(self, command, environment, terminal, on_screen):
        self.command = command
        self.terminal = None
        self.screen = b""
        self.pending = b""
        theirs = subprocess.DEVNULL
        if terminal:
            self.terminal, theirs = os.openpty()
        self.process = subprocess.Popen(
            command, env=environment, stdin=theirs, start_new_session=True,
            stdout=theirs if on_screen else subprocess.PIPE, stderr=theirs if on_screen else None,
            preexec_fn=(lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)) if terminal else None)
        self.on_screen = on_screen
        self.output = None if on_screen else self.process.stdout.fileno()
        if terminal:
            os.close(theirs)

    def _hear(self, until):
        """Reads output and terminal until `until()` holds; returns False if the output ends before."""
        deadline = time.monotonic() + PATIENCE
        while not until():
            sources = [source for source in (self.output, self.terminal) if source is not None]
            if not sources or (self.output is None and not self.on_screen):
                return False
            ready, _, _ = select.select(sources, [], [], max(0, deadline - time.monotonic()))
            if not ready:
                raise Failure(f"nothing more comes after {self.pending!r}, {self.screen!r}")
            if self.output in ready:
                piece = os.read(self.output, 4096)
                self.pending += piece
                if not piece:
                    self.output = None
            if self.terminal in ready:
                try:
                    self.screen += os.read(self.terminal, 4096)
                except OSError:
                    # A terminal that no process has open any longer fails to be read.
                    os.close(self.terminal)
                    self.terminal = None
        return True

    def line(self):
        """Returns the next line that the program prints."""
        if not self._hear(lambda: b"\n" in self.pending):
            raise Failure(f"it ended with {self.process.wait()} after {self.pending!r}, {self.screen!r}")
        line, self.pending = self.pending.split(b"\n", 1)
        return line.decode()

    def take(self, count):
        return [self.line() for _ in range(count)]

    def rest(self):
        """Returns the remaining lines once the program has ended by itself."""
        self._hear(lambda: False)
        lines = self.pending.decode().splitlines()
        if self.process.wait() != 0:
            raise Failure(f"exit code {self.process.returncode} after {lines}")
        return lines

    def see(self, words):
        """Waits until the terminal shows the words."""
        if not self._hear(lambda: words.encode() in self.screen):
            raise Failure(f"the terminal never shows {words!r}, but {self.screen!r}")

    def type(self, text):
        os.write(self.terminal, text.encode())

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)

    def end(self):
        self.process.kill()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()
        if self.terminal is not None:
            os.close(self.terminal)


class Checks:
    """Runs checks, and counts the failures."""

    def __init__(self):
        self.failures = 0
        self.count = 0

    def run(self, name, body, expected=None):
        """Calls `body`, which raises Failure or returns a value to compare with `expected`."""
        self.count += 1
        began = time.monotonic()
        try:
            got = body()
            if expected is not None and got != expected:
                raise Failure(f"expected {expected}, got {got}")
        except (Failure, OSError, subprocess.CalledProcessError) as failure:
            self.failures += 1
            print(f"FAILED  {name}: {failure}", file=sys.stderr)
        else:
            print(f"  {time.monotonic() - began:4.1f} s  {name}")

    def finish(self, script):
        print(f"{script}: {self.count} checks, {self.failures} failures")
        sys.exit(1 if self.failures else 0)
