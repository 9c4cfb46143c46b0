#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Measures what "gps wake" takes while nothing is near: memory, processor time and wake-ups, at 1 Hz. Then, how soon the
delegates of applications have a crossing after the fix that shows it.

    waking.py GPS PROBE [managed]     PROBE is the product WakeProbe; four minutes

Ten applications have left a region behind, 50 km away. It listens to a receiver of its own, and then to the location service.
Then the device leaves the region and enters it: one application is started, and ten at once, as children and by the user's
systemd ("managed": only that, beside a user manager that runs).
"""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "Scripts"
sys.path.insert(0, str(SCRIPTS))
# pylint: disable-next=wrong-import-position
from watching import Port, clock, cpu, epoch, field  # noqa: E402

GPS, PROBE = map(os.path.abspath, sys.argv[1:3])
SECONDS = 60
AS_ROOT = ["--root"] if os.geteuid() == 0 else []


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
    with running(GPS, "wake", *AS_ROOT, *options, env=environment, stderr=subprocess.DEVNULL) as wake:
        time.sleep(15)
        before = cpu(wake.pid), switches(wake.pid)
        time.sleep(SECONDS)
        taken, woken = cpu(wake.pid) - before[0], switches(wake.pid) - before[1]
        memory = field(f"/proc/{wake.pid}/smaps_rollup", "Private_Dirty:")
        print(f"{name}: {taken / SECONDS:.4%} of a core, {woken / SECONDS:.1f} wake-ups a second, {memory / 1024:.1f} MB private",
              flush=True)


def register(home, environment, count):
    """Runs applications that leave a region behind, and returns their paths."""
    paths = [f"{home}/application{number}" for number in range(count)]
    for path in paths:
        shutil.copy(PROBE, path)
        subprocess.run([GPS, "authorize", "allow", "--always", path], env=environment, check=True, stdout=subprocess.DEVNULL)
        subprocess.run([path], env=dict(environment, CORELOCATION_IN_USE="1"), check=True, stderr=subprocess.DEVNULL)
    return paths


@contextlib.contextmanager
def user(**variables):
    """A home, and the environment of a user who lives there."""
    with tempfile.TemporaryDirectory(prefix="waking-") as home:
        environment = dict(os.environ, HOME=home, CORELOCATION_SOURCE="/nowhere", CORELOCATION_SERVICE="none",
                           **{name: f"{home}/{name}" for name in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"]})
        os.mkdir(environment["XDG_RUNTIME_DIR"], 0o700)
        yield home, dict(environment, **variables)


def lines(path):
    with contextlib.suppress(OSError), open(path, encoding="utf-8") as file:
        return file.read().splitlines()
    return []


def arrivals(environment, paths, crossings=10):
    """Returns the seconds from each fix that shows a crossing to the line that the delegate writes."""
    port, second, sent, taken = Port(), 43_200, {}, []
    log = f"{environment['HOME']}/log"
    with open(log, "wb") as errors, running(GPS, "wake", *AS_ROOT, "--device", port.path, "--baud", "9600", env=environment, stderr=errors):
        def stay(north, is_over):
            nonlocal second
            while not is_over():
                second += 1
                sent[clock(second)] = time.time()
                port.send(epoch(second, f"47{32.622 + north / 1853.0:07.4f}"))
                time.sleep(0.05)
        stay(0, lambda: any("has a fix" in line for line in lines(log)))
        begin = second
        stay(0, lambda: second > begin + 30)
        for crossing in range(crossings):
            # Two lines for each: that it was woken, and what it was told.
            stay(500 if crossing % 2 == 0 else 0, lambda: all(len(lines(f"{path}.log")) >= 2 * crossing + 2 for path in paths))
            listed = subprocess.run([GPS, "wake", "list", "--json"], env=environment, check=True, stdout=subprocess.PIPE).stdout
            for entry in map(json.loads, listed.splitlines()):
                shown = sent[entry["lastEventTime"][11:19]]
                taken.append(os.stat(entry["application"] + ".log").st_mtime - shown)
    return taken


def measure_arrivals(name, **variables):
    for count in [1, 10]:
        with user(**variables) as (home, environment):
            taken = arrivals(environment, register(home, environment, count))
            print(f"from the fix that shows a crossing to the delegate, {count} at once, {name}: "
                  f"median {statistics.median(taken):.2f} s, longest {max(taken):.2f} s of {len(taken)}", flush=True)


def measure_rest():
    with user() as (home, environment):
        register(home, environment, 10)
        port = Port()
        with running(GPS, "simulate", "--realtime", "--latitude", "48.0", "--longitude", "9.7", "--duration", "1000",
                     stdout=port.master):
            measure("with a receiver", environment, "--device", port.path, "--baud", "9600")
            path = f"{home}/location.sock"
            with running(GPS, "serve", "--device", port.path, "--baud", "9600", "--socket", path, "--gpsd", "127.0.0.1:29470",
                         env=environment, stderr=subprocess.DEVNULL):
                time.sleep(2)
                measure("with the service", dict(environment, CORELOCATION_SERVICE=path))


def main():
    if "managed" in sys.argv:
        measure_arrivals("by the user's systemd", XDG_RUNTIME_DIR=os.environ["XDG_RUNTIME_DIR"])
        return
    measure_rest()
    measure_arrivals("as children")
    # Which says so where that is not possible.
    subprocess.run([SCRIPTS / "beside-user-manager", sys.executable, __file__, GPS, PROBE, "managed"], check=False)


main()
