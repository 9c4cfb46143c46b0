# Core Location for Linux. SPDX-License-Identifier: MIT
"""What scripts of checks have in common: each check is a function that says what is wrong, or what is missing here."""
import http.client
import shutil
import subprocess
import time

CHECKS = {}
PATIENCE = 30


class Missing(Exception):
    """Something that is not installed, or not allowed."""


class Wrong(Exception):
    """Something that must not be."""


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
    """What a condition returns as soon as that is something."""
    deadline = time.monotonic() + seconds
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > deadline:
            raise Wrong(why() if callable(why) else why)
        time.sleep(0.05)


def perform(names, act, goes_on=lambda: True):
    """Does the checks of these names, or all of them; how many of them failed.

    Each is handed to act; when goes_on says no, the rest is left out.
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
    # Once more at the end, which is what one sees of a long log.
    for failure in failures:
        print(failure, flush=True)
    return len(failures)
