#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Sets the clock that "gps" sees a day ahead and back while it waits.

clocks.py GPS

Uses libfaketime (Debian: faketime), which leaves the monotonic clock alone. Everything that "gps" waits for must occur as
if the clock had not been changed.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile
import time

from watching import Port, Watch, epoch

JUMPS = ["+1d", "-1d", "+1d", "+0"]


class FakeClock:
    """The offset of a process's clock, in a file that libfaketime reads each time."""

    def __init__(self, library):
        self.folder = tempfile.TemporaryDirectory(prefix="gps-clock-")
        self.path = self.folder.name + "/offset"
        # Unless told what to share, libfaketime adds that to the environment, after which a Swift program does not find its
        # arguments.
        name = os.path.basename(self.folder.name)
        self.environment = {
            "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": self.path, "FAKETIME_NO_CACHE": "1",
            "DONT_FAKE_MONOTONIC": "1", "FAKETIME_SHARED": f"/{name}-semaphore /{name}-memory"}
        self.jump("+0")

    def jump(self, offset):
        with open(self.path + ".new", "w", encoding="ascii") as file:
            file.write(offset + "\n")
        os.rename(self.path + ".new", self.path)

    def watch(self, gps, *options):
        return Watch(gps, *options, environment=self.environment)


def expect_real(gps, clock):
    """Checks that the clock jumps for the process: a recording is dated by the machine's clock."""
    port = Port()
    dates = []
    for offset in ("+0", "+1d"):
        clock.jump(offset)
        with subprocess.Popen(
                [gps, "record", "--device", port.path, "--duration", "1", "-"],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                env=dict(os.environ, **clock.environment)) as process:
            while process.poll() is None:
                port.send(epoch(1))
                time.sleep(0.02)
            # Seconds since 1970, or a smaller unit, in the TAG block of the first sentence.
            stamp = int(re.search(rb"c:(\d{10})", process.stdout.read()).group(1))
            dates.append(stamp)
    clock.jump("+0")
    port.close()
    if not 86000 < dates[1] - dates[0] < 86800:
        sys.exit(f"clocks.py: the clock of the process does not follow: {dates}")


def goes_on(gps, clock):
    """Checks that fixes arrive without a change of state, and that a port is tried again, whatever the clock says."""
    with tempfile.TemporaryDirectory(prefix="gps-clocks-") as folder:
        link = folder + "/port"
        port = Port()
        os.symlink(port.path, link)
        watch = clock.watch(gps, "--device", link)
        second = watch.await_fix(port, 0)
        watch.await_complaint("has a fix")
        said = len(watch.complaints())
        for offset in JUMPS:
            clock.jump(offset)
            # For half a second, which is less than the time after which a fix expires.
            for _ in range(5):
                second = watch.await_fix(port, second)
                time.sleep(0.1)
        if len(watch.complaints()) != said:
            watch.fail("it told of a state that the clock has made")
        for offset in JUMPS:
            other = Port()
            os.symlink(other.path, link + ".new")
            os.rename(link + ".new", link)
            port.close()
            clock.jump(offset)
            port = other
            start = time.monotonic()
            second = watch.await_fix(port, second)
            if time.monotonic() - start > 5:
                watch.fail(f"{offset}: it did not try the port again")
        if watch.end() != 0:
            sys.exit("clocks.py: it ended badly")
        port.close()


def gives_up_in_time(gps, clock):
    for offset in JUMPS[:2]:
        clock.jump("+0")
        port = Port()
        start = time.monotonic()
        watch = clock.watch(gps, "--device", port.path, "--timeout", "2")
        time.sleep(0.5)
        clock.jump(offset)
        code = watch.process.wait(20)
        took = time.monotonic() - start
        if code != 75 or not 1.9 < took < 10:
            watch.fail(f"{offset}: it gave up with {code} after {took:.1f} s instead of 2")
        port.close()


def main():
    found = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
    if not found:
        return print("clocks.py: skipped, there is no libfaketime (Debian: faketime)")
    start, clock = time.monotonic(), FakeClock(found[0])
    for test in (expect_real, goes_on, gives_up_in_time):
        test(sys.argv[1], clock)
        print(f"clocks.py: {test.__name__}")
    print(f"clocks.py: {time.monotonic() - start:.1f} s")


main()
