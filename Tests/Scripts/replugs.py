#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Unplugs a receiver and plugs it in again a thousand times under "gps watch"; nothing may be left behind.

replugs.py GPS [CYCLES]

Each time, the same link leads to another pseudo-terminal, as when udev renews its links. Descriptors, threads and memory
after the warm-up are compared with those at the end.
"""

import os
import sys
import time

from watching import Port, Watch

WARM_UP = 100
# Kilobytes that the allocator may take for a thousand more epochs; a leak of one kilobyte per cycle would be 900.
SLACK = 600


def plug(link):
    port = Port()
    os.symlink(port.path, link + ".new")
    os.rename(link + ".new", link)
    return port


def main():
    gps, cycles = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    link = f"/tmp/gps-replugs-{os.getpid()}"
    port = plug(link)
    watch = Watch(gps, "--device", link)
    start = time.monotonic()
    second, before = 0, None
    try:
        for cycle in range(cycles):
            second = watch.await_fix(port, second, pause=0.003)
            if cycle == WARM_UP:
                before = (watch.descriptors(), watch.threads(), watch.private_memory())
            pulled, port = port, plug(link)
            pulled.close()
        watch.await_fix(port, second)
        after = (watch.descriptors(), watch.threads(), watch.private_memory())
    finally:
        os.unlink(link)
    took = time.monotonic() - start
    print(f"replugs.py: {cycles} cycles in {took:.1f} s; descriptors {before[0]} and {after[0]}, "
          f"threads {before[1]} and {after[1]}, private memory {before[2]} and {after[2]} KB, "
          f"{watch.cpu():.2f} s of processor time")
    if after[0] != before[0] or after[1] != before[1] or after[2] > before[2] + SLACK:
        sys.exit("a replug leaves something behind")
    code = watch.end()
    if code != 0:
        sys.exit(f"it ended with {code}")


main()
