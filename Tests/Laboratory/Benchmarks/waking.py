#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Measures what "gps wake" takes while nothing is near: memory, processor time and wake-ups, at 1 Hz.

    waking.py GPS PROBE     PROBE is the product WakeProbe; two minutes and a half

Ten applications have left a region behind, 50 km away. It listens to a receiver of its own, and then to the location service.
"""
import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Scripts"))
# pylint: disable-next=wrong-import-position
from watching import Port, cpu, field  # noqa: E402

GPS, PROBE = map(os.path.abspath, sys.argv[1:3])
SECONDS = 60


@contextlib.contextmanager
def running(*command, **options):
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, **options)  # pylint: disable=consider-using-with
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def switches(pid):
    return sum(field(f"/proc/{pid}/task/{task}/status", "voluntary_ctxt_switches:") for task in os.listdir(f"/proc/{pid}/task"))


def measure(name, environment, *options):
    root = ["--root"] if os.geteuid() == 0 else []
    with running(GPS, "wake", *root, *options, env=environment, stderr=subprocess.DEVNULL) as wake:
        time.sleep(15)
        before = cpu(wake.pid), switches(wake.pid)
        time.sleep(SECONDS)
        taken, woken = cpu(wake.pid) - before[0], switches(wake.pid) - before[1]
        memory = field(f"/proc/{wake.pid}/smaps_rollup", "Private_Dirty:")
        print(f"{name}: {taken / SECONDS:.4%} of a core, {woken / SECONDS:.1f} wake-ups a second, {memory / 1024:.1f} MB private",
              flush=True)


def main():
    with tempfile.TemporaryDirectory(prefix="waking-") as home:
        environment = dict(os.environ, HOME=home, CORELOCATION_SOURCE="/nowhere", CORELOCATION_SERVICE="none",
                           **{name: f"{home}/{name}" for name in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"]})
        os.mkdir(f"{home}/XDG_RUNTIME_DIR", 0o700)
        for number in range(10):
            path = f"{home}/application{number}"
            shutil.copy(PROBE, path)
            subprocess.run([GPS, "authorize", "allow", "--always", path], env=environment, check=True, stdout=subprocess.DEVNULL)
            subprocess.run([path], env=dict(environment, CORELOCATION_IN_USE="1"), check=True, stderr=subprocess.DEVNULL)
        port = Port()
        with running(GPS, "simulate", "--realtime", "--latitude", "48.0", "--longitude", "9.7", "--duration", "1000",
                     stdout=port.master):
            measure("with a receiver", environment, "--device", port.path, "--baud", "9600")
            path = f"{home}/location.sock"
            with running(GPS, "serve", "--device", port.path, "--baud", "9600", "--socket", path, "--gpsd", "127.0.0.1:29470",
                         env=environment, stderr=subprocess.DEVNULL):
                time.sleep(2)
                measure("with the service", dict(environment, CORELOCATION_SERVICE=path))


main()
