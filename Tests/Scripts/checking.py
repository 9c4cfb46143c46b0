# Core Location for Linux. SPDX-License-Identifier: MIT
"""Common parts of check scripts: each check is a function that raises `Wrong`, or `Missing` for a missing program."""
import http.client
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

CHECKS = {}
PATIENCE = 30
# The processes that a check has started, and that may still run when it fails.
RUNNING = []


class Missing(Exception):
    """Something that the check needs is not installed, or not allowed."""


class Wrong(Exception):
    """Something is not as it must be."""


def check(function):
    CHECKS[function.__name__.replace("_", "-")] = function
    return function


def expect(condition, why):
    if not condition:
        raise Wrong(why)


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            raise Missing(f"there is no {program}")


def eventually(condition, why, seconds=PATIENCE):
    """Waits until a condition returns a true value, and returns that."""
    deadline = time.monotonic() + seconds
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > deadline:
            raise Wrong(why() if callable(why) else why)
        time.sleep(0.05)


def perform(names, act, goes_on=lambda: True):
    """Performs the checks with these names, or all of them; returns the number of failures.

    Calls `act` with each check. Skips the rest as soon as `goes_on` returns false.
    """
    failures = []
    for name in names or CHECKS:
        begin = time.monotonic()
        try:
            act(CHECKS[name])
            print(f"{name}: right ({time.monotonic() - begin:.1f} s)", flush=True)
        except Missing as missing:
            print(f"{name}: skipped, {missing}", flush=True)
        except (Wrong, subprocess.TimeoutExpired, OSError, http.client.HTTPException, RuntimeError, TypeError,
                LookupError) as wrong:
            failures.append(f"{name}: WRONG, {'' if isinstance(wrong, Wrong) else type(wrong).__name__ + ': '}{wrong}")
            print(failures[-1], flush=True)
        if not goes_on():
            break
    # Repeated at the end, which is the visible part of a long log.
    for failure in failures:
        print(failure, flush=True)
    return len(failures)


def end_running():
    for process in RUNNING:
        process.kill()
        process.wait()
    RUNNING.clear()


def perform_with_folders():
    """Performs the checks named on the command line after the path of `gps`; returns the exit code.

    Each is given the path and a folder of its own.
    """
    gps = os.path.abspath(sys.argv[1])

    def act(function):
        with tempfile.TemporaryDirectory(prefix="check-", ignore_cleanup_errors=True) as folder:
            try:
                function(gps, pathlib.Path(folder))
            finally:
                end_running()

    return 1 if perform(sys.argv[2:], act) else 0
