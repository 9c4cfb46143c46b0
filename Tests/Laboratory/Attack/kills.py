#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Recordings whose "gps record" is killed (SIGKILL) at random moments: gzip and Python read every one, and at most a second is missing.

    kills.py GPS [SEED]
"""

import gzip
import os
import random
import re
import subprocess
import sys
import threading
import time

from attack import Attacks, Port, Tool, epoch, expect, folder

KILLS = 100
# As many recorders run at the same time: more of them would measure the machine, not the recorder.
TOGETHER = 10
# Seconds from the first byte in the file to the kill.
LONGEST_LIFE = 5
# Seconds that may be missing: the recorder writes once a second, and the machine is busy.
LOSS = 1.25

DICE = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 17)


class Line:
    """A receiver that sends all the time, and remembers what it sent when."""

    def __init__(self, bytes_per_second):
        self.port, self.rate = Port(), bytes_per_second
        self.sent, self.times, self.ends = b"", [], threading.Event()
        self.thread = threading.Thread(target=self.send)
        self.thread.start()

    def send(self):
        second, start, data = 0, time.monotonic(), b""
        while not self.ends.wait(0.01):
            due = int((time.monotonic() - start) * self.rate)
            while len(data) < due:
                data += epoch(second)
                second += 1
            count = self.port.send(data[len(self.sent):due])
            self.sent += data[len(self.sent):len(self.sent) + count]
            self.times.append((time.monotonic(), len(self.sent)))

    def missing_since(self, end, moment):
        """The seconds before a moment for which nothing after an offset has been recorded."""
        return moment - next((at for at, count in self.times if count > end), moment)

    def close(self):
        self.ends.set()
        self.thread.join()
        self.port.close()


def killed(home, number, rate, options):
    """Kills a recorder at a random moment; returns how many seconds of what was sent are not in its file."""
    line, path = Line(rate), f"{home}/{number}.nmea.gz"
    try:
        tool = Tool(home, "record", "--device", line.port.path, *options, path)
        tool.wait_until("the first bytes", lambda: os.path.exists(path) and os.path.getsize(path) > 0)
        time.sleep(DICE.uniform(0, LONGEST_LIFE))
        moment = time.monotonic()
        tool.kill()
    finally:
        line.close()
    result = subprocess.run(["gzip", "-t", path], check=False, capture_output=True, text=True)
    expect(result.returncode == 0, f"gzip says: {result.stderr.strip()}")
    try:
        with open(path, "rb") as file:
            data = gzip.decompress(file.read())
    except (EOFError, OSError) as error:
        expect(False, f"Python says: {error}")
    data = re.sub(rb"\\[^\\\r\n]*\*[0-9A-F]{2}\\", b"", data)
    start = line.sent.find(data)
    expect(data and start >= 0, f"{len(data)} bytes are not what was sent")
    loss = line.missing_since(start + len(data), moment)
    expect(loss <= LOSS, f"the last {loss:.2f} s are missing")
    return loss


def attack(rate, options):
    def run():
        with folder() as home:
            losses, faults = [], []

            def one(number):
                try:
                    losses.append(killed(home, number, rate, options))
                except Exception as error:  # pylint: disable=broad-exception-caught
                    faults.append(str(error))

            for first in range(0, KILLS, TOGETHER):
                threads = [threading.Thread(target=one, args=(first + number,)) for number in range(TOGETHER)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
            expect(not faults, f"{len(faults)} of {KILLS} kills: {faults[:3]}")
            losses.sort()
            return f"{len(losses)} kills; missing are {losses[len(losses) // 2]:.2f} s (median), {losses[-1]:.2f} s (most)"
    return run


def main():
    attacks = Attacks()
    attacks.run("a recorder is killed, as received", attack(1200, ["--plain"]))
    attacks.run("a recorder is killed, with times", attack(1200, []))
    attacks.run("a recorder is killed at 115,200 baud", attack(11_520, []))
    attacks.finish()


if __name__ == "__main__":
    main()
