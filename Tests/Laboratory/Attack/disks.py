#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Disks that fill up, come back and refuse, under recordings and decisions."""

import gzip
import os
import re
import subprocess

from attack import GPS, Attacks, Broken, environment, epoch, expect, folder

LOG = b"".join(epoch(second) for second in range(4000))


def can_mount():
    return subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"], check=False,
                          stderr=subprocess.DEVNULL).returncode == 0


def on_small_disk(home, size, script):
    """Runs a script where /mnt holds so many bytes; files it copies to $home are left."""
    log = home + "/log.nmea"
    with open(log, "wb") as file:
        file.write(LOG)
    return subprocess.run(
        ["unshare", "-m", "sh", "-c", f"mount -t tmpfs -o size={size} none /mnt || exit 99\n" + script],
        check=False, capture_output=True, timeout=120,
        env=dict(environment(home), gps=GPS, log=log, home=home))


def recorded(path):
    with open(path, "rb") as file:
        data = file.read()
    if path.endswith(".gz"):
        try:
            data = gzip.decompress(data)
        except (EOFError, OSError) as error:
            raise Broken(f"the compressed file cannot be read: {error}") from None
    return re.sub(rb"\\c:[0-9]+\*[0-9A-F]{2}\\", b"", data)


def expect_whole(data):
    expect(LOG.startswith(data), "it is not the beginning of what was sent")
    rest = LOG[len(data):]
    expect(rest.startswith((b"$", b"\r\n")), "it ends within a sentence")


def full(name, size):
    def attack():
        with folder() as home:
            result = on_small_disk(
                home, size,
                f'"$gps" record --device - /mnt/{name} < "$log"; code=$?; cp /mnt/{name} "$home"; exit $code')
            expect(result.returncode == 74, f"exit code {result.returncode}: {result.stderr.decode()}")
            expect(b"the disk is full" in result.stderr, result.stderr.decode())
            data = recorded(f"{home}/{name}")
            expect_whole(data)
            return f"{len(data)} bytes are in {size}"
    return attack


def comes_back(name):
    def attack():
        """The first recording ends with the full disk; once there is room, the next one leaves it alone."""
        with folder() as home:
            result = on_small_disk(home, "16k" if name.endswith(".gz") else "64k", f"""
              "$gps" record --rotate-size 64k --device - /mnt/{name} < "$log" 2> "$home/first"; echo $?
              head -c 20000000 /dev/zero > /mnt/filler 2> /dev/null
              "$gps" record --rotate-size 64k --device - /mnt/b-{name} < "$log" 2> "$home/second"; echo $?
              rm /mnt/filler; mount -o remount,size=8m /mnt
              "$gps" record --rotate-size 64k --device - /mnt/{name} < "$log" 2> "$home/third"; echo $?
              cp /mnt/* "$home"; ls /mnt | wc -l""")
            codes = result.stdout.split()
            expect(codes[:1] == [b"74"] and codes[1:2] != [b"0"] and codes[2:3] == [b"0"],
                   f"exit codes {codes}: {result.stderr.decode()}")
            files = sorted(file for file in os.listdir(home) if file.startswith(name.split(".")[0] + "-"))
            data = [recorded(f"{home}/{file}") for file in files]
            expect(any(b"120" in each for each in data), "nothing was recorded")
            expect(sum(map(len, data)) >= len(LOG), f"{sum(map(len, data))} bytes of {len(LOG)} are there")
            return f"{len(files)} files"
    return attack


def read_only():
    with folder() as home:
        result = on_small_disk(home, "1m", """
          mount -o remount,ro /mnt
          for name in a.nmea a.gz; do "$gps" record --device - /mnt/$name < "$log"; echo $?; done
          XDG_CONFIG_HOME=/mnt "$gps" authorize allow a.b; echo $?
          "$gps" doctor --install-udev-rule --root /mnt; echo $?""")
        codes = result.stdout.split()
        expect(len(codes) == 4 and b"0" not in codes, f"exit codes {codes}")
        expect(b"Fatal" not in result.stderr and b"Error(" not in result.stderr, result.stderr.decode())


def decisions():
    """A disk on which the old decisions just fit: they stay whatever is attempted, and one line says why."""
    with folder() as home:
        result = on_small_disk(home, "16k", """
          export XDG_CONFIG_HOME=/mnt
          "$gps" authorize allow a.first > /dev/null || exit 98
          head -c 1M /dev/zero > /mnt/filler 2> /dev/null
          for number in 1 2 3 4 5; do "$gps" authorize allow a.new$number; done
          rm /mnt/filler
          "$gps" authorize allow a.last > /dev/null || exit 97
          "$gps" authorize list --json""")
        expect(result.returncode == 0, f"exit code {result.returncode}: {result.stderr.decode()}")
        expect(b"a.first" in result.stdout and b"a.last" in result.stdout, result.stdout.decode())
        expect(result.stderr.count(b"\n") == 5, result.stderr.decode())


def main():
    attacks, mounts = Attacks(), can_mount()
    for name in ["a.nmea", "a.gz"]:
        for size in ["8k", "16k", "32k"] if name.endswith(".gz") else ["8k", "64k", "128k"]:
            attacks.run(f"a disk of {size} fills up under {name}", full(name, size), mounts)
        attacks.run(f"a full disk comes back under {name}", comes_back(name), mounts)
    attacks.run("a read-only disk", read_only, mounts)
    attacks.run("a full disk under decisions", decisions, mounts)
    attacks.finish()


main()
