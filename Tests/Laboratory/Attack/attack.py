# Core Location for Linux. SPDX-License-Identifier: MIT
"""What the attacks share: the tool as a process, limits on what it may take, and a line for each result."""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests" / "Scripts"))
# pylint: disable-next=wrong-import-position,unused-import
from watching import Port, cpu, epoch, field, sentence  # noqa: E402,F401

GPS = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else str(ROOT / ".build" / "debug" / "gps")
# Seconds after which whatever has not ended has hung.
PATIENCE = 60
# Megabytes that the tool may have to itself, whatever it is fed with.
MEMORY = 64


class Broken(Exception):
    """What did not hold."""


def expect(holds, what):
    if not holds:
        raise Broken(what)


class Attacks:
    """Runs attacks one after the other; a line each."""

    def __init__(self):
        self.broken = 0

    def run(self, name, attack, needs=True):
        """`attack` raises when something does not hold, and may return what it measured."""
        if not needs:
            print(f"skipped  {name}: not possible here", flush=True)
            return
        start = time.monotonic()
        try:
            measured = attack()
            print(f"held     {name}{': ' + measured if measured else ''} "
                  f"({time.monotonic() - start:.1f} s)", flush=True)
        except (Broken, OSError, subprocess.SubprocessError) as error:
            self.broken += 1
            print(f"BROKEN   {name}: {error}", flush=True)

    def finish(self):
        sys.exit(1 if self.broken else 0)


@contextlib.contextmanager
def folder():
    """A folder that is gone afterwards; the tool keeps its files in it."""
    path = tempfile.mkdtemp(prefix="gps-attack-")
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def environment(home):
    """None of the user's own folders."""
    variables = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "CORELOCATION"))}
    return dict(variables, HOME=home, XDG_CONFIG_HOME=home + "/config", XDG_STATE_HOME=home + "/state",
                XDG_RUNTIME_DIR=home + "/run", TMPDIR=home)


class Tool:
    """The tool, with its output in files, or wherever else a shell sends it."""

    def __init__(self, home, *arguments, shell=None, stdin=subprocess.DEVNULL, stdout=None):
        self.home = home
        self.errors = f"{home}/errors-{time.monotonic_ns()}"
        self.printed = self.errors.replace("errors", "printed")
        command = [GPS, *arguments] if shell is None else ["/bin/sh", "-c", shell, GPS, *arguments]
        with open(self.errors, "wb") as errors, open(self.printed, "wb") as printed:
            # pylint: disable-next=consider-using-with
            self.process = subprocess.Popen(
                command, stdin=stdin, stdout=stdout or printed, stderr=errors, env=environment(home),
                start_new_session=True)

    def complaints(self):
        with open(self.errors, "rb") as file:
            return file.read().decode("utf-8", "replace")

    def output(self):
        with open(self.printed, "rb") as file:
            return file.read()

    def memory(self):
        """Megabytes that it alone has, and has written to."""
        return field(f"/proc/{self.process.pid}/smaps_rollup", "Private_Dirty:") / 1024

    def cpu(self):
        """Seconds of processor time."""
        return cpu(self.process.pid)

    def wait_until(self, purpose, condition):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            code = self.process.poll()
            expect(code is None, f"{purpose}: it ended with {code}: {self.complaints()[-300:]}")
            if time.monotonic() > deadline:
                self.kill()
                raise Broken(f"{purpose}: not in {PATIENCE} s: {self.complaints()[-300:]}")
            time.sleep(0.01)

    def finish(self):
        """The exit code; a signal that it did not handle, and a hang, are faults."""
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Broken(f"it hung: {' '.join(self.process.args)[:200]}") from None
        expect(code >= 0, f"it was ended by signal {-code}: {self.complaints()[-300:]}")
        expect(code < 128, f"exit code {code}: {self.complaints()[-300:]}")
        return code

    def end(self, number=signal.SIGTERM):
        """Ends it as a service manager does; it must come to its end in a moment."""
        start = time.monotonic()
        self.process.send_signal(number)
        code = self.finish()
        expect(time.monotonic() - start < 10, f"it took {time.monotonic() - start:.0f} s to end")
        return code

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def run(home, *arguments, **options):
    """Runs the tool to its end: its exit code, output and complaints."""
    tool = Tool(home, *arguments, **options)
    code = tool.finish()
    return code, tool.output(), tool.complaints()


def one_line(complaints):
    """A complaint is one line, of a length that can be read."""
    expect(complaints.count("\n") <= 1 and len(complaints) < 1200, f"not one line: {complaints[:300]!r}")
