# Core Location for Linux. SPDX-License-Identifier: MIT
"""Programs that are woken, and what wakes them: copies of the product WakeProbe, a receiver that is driven, and "gps wake"."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

from attack import GPS, Port, environment, epoch, expect, folder, run

PROBE = sys.argv[2] if len(sys.argv) > 2 else os.path.join(os.path.dirname(GPS), "WakeProbe")
# The folder of the user manager beside which this runs; None if there is none.
MANAGER = os.environ["XDG_RUNTIME_DIR"] if "managed" in sys.argv else None
IS_ROOT = os.geteuid() == 0
PATIENCE = 90


class World:
    """Programs that end, a receiver that is driven out of their region and in, and "gps wake"."""

    def __init__(self, home, search_path=None, **variables):
        self.home, self.port, self.second, self.wake = home, Port(), 43_200, None
        self.log = f"{home}/wake.log"
        for name in ["apps", "state", "config", "run"]:
            os.mkdir(f"{home}/{name}", 0o700)
        self.environment = dict(environment(home), CORELOCATION_SERVICE="none", CORELOCATION_SOURCE="/nowhere", **variables)
        self.environment.pop("DBUS_SESSION_BUS_ADDRESS", None)
        if MANAGER:
            self.environment["XDG_RUNTIME_DIR"] = MANAGER
        if search_path:
            self.environment["PATH"] = f"{search_path}:{self.environment['PATH']}"

    def application(self, name, words="", place="apps"):
        """A program that may use the location always."""
        path = os.path.join(os.fsencode(self.home), os.fsencode(place), os.fsencode(name))
        os.makedirs(os.path.dirname(path), 0o755, exist_ok=True)
        shutil.copy(PROBE, path)
        os.chmod(path, 0o755)
        with open(path + b".does", "w", encoding="ascii") as file:
            file.write(words)
        self.gps("authorize", "allow", "--always", path)
        return path

    def gps(self, *arguments):
        code, output, complaints = run(self.home, *arguments)
        expect(code == 0, f"{arguments}: {complaints}")
        expect(b"\x1b" not in output and "\x1b" not in complaints, f"an escape sequence: {output!r}")
        return output

    def start(self, path, *before):
        return subprocess.Popen(  # pylint: disable=consider-using-with
            [*before, path], env=dict(self.environment, CORELOCATION_IN_USE="1"), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def register(self, *paths):
        """Runs programs by hand until they end, which registers them."""
        for process in [self.start(path) for path in paths]:
            expect(process.wait(60) == 0, "a program failed")

    def stay_running(self, path):
        """Runs a program that does not end, until it has registered."""
        self.start(path)
        deadline = time.monotonic() + PATIENCE
        while not os.path.exists(registered(self, path)):
            expect(time.monotonic() < deadline, "it does not register")
            time.sleep(0.01)

    def watch(self, **options):
        with open(self.log, "ab") as log:
            self.wake = subprocess.Popen(
                [GPS, "wake", "--device", self.port.path, "--baud", "9600", *(["--root"] if IS_ROOT else [])],
                env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log, **options)

    def stop(self):
        if self.wake:
            self.wake.kill()
            self.wake.wait()

    def complaints(self):
        with open(self.log, "rb") as file:
            return file.read()

    def stay(self, north, until=None, seconds=None, meanwhile=lambda: None):
        """Sends positions, meters north of the region's center, much faster than one a second."""
        deadline, sent = time.monotonic() + PATIENCE, 0
        while not (until() if until else sent >= seconds):
            expect(time.monotonic() < deadline, f"not in {PATIENCE} s: {self.complaints()[-300:]!r}")
            for _ in range(5):
                self.second, sent = self.second + 1, sent + 1
                self.port.send(epoch(self.second, f"47{32.622 + north / 1853.0:07.4f}"))
                time.sleep(0.01)
            meanwhile()

    def settle(self):
        self.stay(0, until=lambda: b"has a fix" in self.complaints())
        self.stay(0, seconds=30)

    def told(self, path):
        """What a program was told, with "woken" for each time that it was started for it."""
        with contextlib.suppress(OSError), open(path + b".log", encoding="utf-8") as file:
            return file.read().splitlines()
        return []

    def list(self):
        return {os.path.basename(entry["application"]): entry
                for entry in map(json.loads, self.gps("wake", "list", "--json").splitlines())}


@contextlib.contextmanager
def world(*arguments, **options):
    with folder() as home:
        it = World(home, *arguments, **options)
        try:
            yield it
        finally:
            it.stop()
            for process in processes(os.fsencode(home)):
                os.kill(process, signal.SIGKILL)


def processes(beginning):
    """The processes that run a file whose path begins so."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if os.readlink(os.fsencode(f"/proc/{name}/exe")).startswith(beginning):
                found.append(int(name))
    return found


def unit(process):
    """The unit of the user manager in which a process runs; None if it runs in none."""
    with contextlib.suppress(OSError), open(f"/proc/{process}/cgroup", encoding="utf-8") as file:
        found = re.search(r"/(gps-woken-[^/]*\.service)$", file.read(), re.MULTILINE)
        return found and found[1]


def registered(it, path):
    """The file in which a program has registered."""
    escaped = "".join(chr(byte) if chr(byte).isalnum() and byte < 128 else f"%{byte:02X}" for byte in path)
    return f"{it.home}/state/core-location-linux/wake/{escaped}/registration.json"
