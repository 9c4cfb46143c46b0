#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Runs the programs that main-programs.sh has built: main-programs.py FOLDER-OF-PROGRAMS GPS."""

import sys

from applications import Checks, Machine

FOLDER, GPS = sys.argv[1:]
PROGRAMS = [
    ("RunLoop.main.run()", [f"{FOLDER}/MainProgram", "run-loop"]),
    ("a run loop in a block of the main queue", [f"{FOLDER}/MainProgram", "block"]),
    ("dispatchMain()", [f"{FOLDER}/MainProgram", "dispatch-main"]),
    ("a thread with a run loop", [f"{FOLDER}/MainProgram", "thread"]),
    ("an asynchronous main function", [f"{FOLDER}/AsyncMainProgram"]),
]


def listen(machine, command, source):
    """Returns what the program prints: no decision yet, then the permission that another process gives, then locations."""
    machine.authorize("reset", command[0])
    with machine.application(command, source) as application:
        first = application.line()
        machine.authorize("allow", command[0])
        return [first, *application.rest()]


def main():
    checks = Checks()
    with Machine(GPS) as machine:
        walk = machine.recording(
            "walk", "--noise", "0", "--latitude", "47.5", "--longitude", "9.7")
        for name, command in PROGRAMS:
            # 0 is notDetermined, 4 is authorizedWhenInUse.
            checks.run(
                name, lambda command=command: listen(machine, command, f"replay:{walk}?speed=20"),
                ["authorization 0 here", "authorization 4 here"] + ["location 47.5000 here"] * 3)
    checks.finish("main-programs.sh")


main()
