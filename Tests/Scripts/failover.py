#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Runs "gps watch" with two or three receivers that lose their fixes, and measures what a user would notice.

failover.py GPS

Each scenario has its own program and pseudo-terminals, and all run at once, at one epoch per second. The figures are those
of docs/receiving.md: a gap of at most 2.0 s between the times of fixes and 2.7 s between their arrivals, no fix twice or
back in time, and at most one switch in ten seconds.
"""

import dataclasses
import datetime
import json
import os
import sys
import tempfile
import threading
import time

from watching import Port, Watch, clock, epoch, sentence

WRONG = "4744.6220"  # 22 km north of where the others are
MOST_GAP, MOST_ARRIVAL = 2.0, 2.7


def without_fix(second):
    digits = clock(second).replace(":", "") + ".00"
    return sentence(f"GPRMC,{digits},V,,,,,,,150625,,,N")


@dataclasses.dataclass
class Scenario:
    name: str
    receivers: int
    seconds: int
    # What a receiver sends in a second: "fix", "none" for no fix, "silent", "wrong", or "pulled".
    behaviour: object
    # Which receivers serve, in this order; None if only the number of switches is limited.
    order: object
    most_gap: float = MOST_GAP
    words: str = ""


def during(receiver, first, last, what):
    """Returns a behaviour: one receiver differs from first to last."""
    return lambda number, second: what if number == receiver and first <= second < last else "fix"


SCENARIOS = [
    Scenario("it says that it has no fix", 2, 24, during(0, 5, 8, "none"), "ABA",
             words="A has lost its fix; using B until it is back"),
    Scenario("it falls silent", 2, 24, during(0, 5, 8, "silent"), "ABA", words="using A again"),
    Scenario("it is pulled", 2, 14, during(0, 5, 99, "pulled"), "AB",
             words="A was disconnected; using B until it is back"),
    Scenario("it loses its fix again and again", 2, 30,
             lambda number, second: "none" if number == 0 and second > 4 and second % 6 < 2
             else "fix", "AB"),
    Scenario("of three, it is wrong", 3, 24, during(0, 5, 8, "wrong"), "ABA",
             words="A is not used: it is 22 km from two other receivers, which agree"),
    Scenario("of two, one is wrong", 2, 14, during(0, 5, 8, "wrong"), "A",
             words="A and B are 22 km apart"),
    Scenario("the first two of three are lost", 3, 16,
             lambda number, second: "none" if number < 2 and second >= 5 + 3 * number else "fix",
             "ABC"),
    Scenario("the preferred one is late", 2, 10, during(0, 0, 4, "none"), "BA"),
    Scenario("both lose their fixes in turn", 2, 40,
             lambda number, second: "fix" if (second + number) % 2 == 0 else "none", None),
]


class Run:
    """One scenario, in its own process."""

    def __init__(self, gps, scenario):
        self.scenario = scenario
        self.ports = [Port() for _ in range(scenario.receivers)]
        # The number of a terminal is given to another test once the receiver has been pulled; a link of its own is not.
        self.folder = tempfile.TemporaryDirectory(prefix="failover-")
        self.links = [f"{self.folder.name}/{name}" for name in "ABC"[:scenario.receivers]]
        for port, link in zip(self.ports, self.links):
            os.symlink(port.path, link)
        options = [option for link in self.links for option in ("--device", link)]
        self.watch = Watch(gps, *options, environment={"CORELOCATION_SERVICE": "none"})
        self.fixes = []
        self.faults = []

    def play(self):
        start = time.monotonic() + 1
        # Beginning at noon, so that no date changes.
        for second in range(self.scenario.seconds):
            self.collect(until=start + second)
            for number, port in enumerate(self.ports):
                self.send(number, port, second)
        self.collect(until=time.monotonic() + 0.8)
        self.complaints = " | ".join(self.watch.complaints()).replace(self.folder.name + "/", "")
        code = self.watch.end()
        if code != 0:
            self.faults.append(f"it ended with {code}")

    def send(self, number, port, second):
        if port.master < 0:
            return
        what = self.scenario.behaviour(number, second)
        if what == "pulled":
            os.unlink(self.links[number])
            port.close()
            port.master = -1
        elif what == "fix":
            port.send(epoch(43200 + second))
        elif what == "wrong":
            port.send(epoch(43200 + second, WRONG))
        elif what == "none":
            port.send(without_fix(43200 + second))

    def collect(self, until):
        while (left := until - time.monotonic()) > 0:
            for line in self.watch.lines(left):
                fix = json.loads(line)
                moment = datetime.datetime.fromisoformat(fix["timestamp"].replace("Z", "+00:00"))
                self.fixes.append((moment.timestamp(), time.monotonic(), os.path.basename(fix["device"])))

    def judge(self):
        scenario, pairs = self.scenario, list(zip(self.fixes, self.fixes[1:]))
        switches = [later for earlier, later in pairs if earlier[2] != later[2]]
        order = "".join([self.fixes[0][2]] + [fix[2] for fix in switches]) if self.fixes else ""
        gap = max((later[0] - earlier[0] for earlier, later in pairs), default=99)
        arrival = max((later[1] - earlier[1] for earlier, later in pairs), default=99)
        if any(later[0] <= earlier[0] for earlier, later in pairs):
            self.faults.append("a fix came twice, or went back in time")
        if gap > scenario.most_gap or arrival > MOST_ARRIVAL:
            self.faults.append("the gap is too long")
        if scenario.order is not None and order != scenario.order:
            self.faults.append(f"expected {scenario.order}")
        # One more may come early; see SwitchAllowance.
        if scenario.order is None and len(switches) > 1 + scenario.seconds / 10:
            self.faults.append("it switches too often")
        if scenario.words not in self.complaints:
            self.faults.append(f"it never said \"{scenario.words}\": {self.complaints}")
        verdict = "; ".join(self.faults) or "as expected"
        print(f"failover.py: {scenario.name}: {order}, {len(self.fixes)} fixes, gap {gap:.1f} s, "
              f"by arrival {arrival:.2f} s: {verdict}")
        return not self.faults


def main():
    runs = [Run(sys.argv[1], scenario) for scenario in SCENARIOS]
    threads = [threading.Thread(target=run.play) for run in runs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if not all([run.judge() for run in runs]):
        sys.exit("failover.py: receivers are not replaced as they should be")


if __name__ == "__main__":
    os.environ.setdefault("TERM", "dumb")
    main()
