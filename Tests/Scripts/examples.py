#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Runs the examples in docs/examples as a person would, at a terminal and with a receiver at a port.

examples.py FOLDER-OF-PROGRAMS GPS; "make examples" builds them.
"""

import math
import os
import pathlib
import re
import subprocess
import sys
import time
import xml.etree.ElementTree

from applications import Checks, Failure, Machine

FOLDER, GPS = sys.argv[1:]
EXAMPLES = pathlib.Path("docs/examples").resolve()
START = ["--latitude", "47.5", "--longitude", "9.7", "--noise", "0"]
GPX = "{http://www.topografix.com/GPX/1/1}"


def example(machine, name, program=None):
    """Returns the program of an example, with its Info.plist in the environment, as the README describes."""
    machine.environment["CORELOCATION_INFO_PLIST"] = str(EXAMPLES / name / "Info.plist")
    return f"{FOLDER}/{program or name}"


def where():
    with Machine(GPS) as machine, machine.receiver(*START) as port:
        command = [example(machine, "Where")]
        with machine.application(command, port, terminal=True, on_screen=True) as application:
            application.see("Prints where you are.")
            application.see("Your choice, 1 to 3: ")
            application.type("1\n")
            application.see("<+47.50000000,+9.70000000>")


def trip_logger():
    """Checks a trip to the north at 108 km/h, ended by Ctrl-C: the file must agree with the program's output."""
    with Machine(GPS) as machine, machine.receiver(
            "--route", "straight", "--speed", "30", "--rate", "10", *START) as port:
        file = machine.folder / "trip.gpx"
        command = [example(machine, "TripLogger"), file]
        with machine.application(command, port, terminal=True, on_screen=True) as application:
            application.see("Your way is written to a file of your own, and sent nowhere.")
            application.see("Your choice, 1 to 3: ")
            application.type("2\n")
            application.see("Logging; Ctrl-C ends the trip.")
            application.see("0.10 km")
            application.type("\x03")
            application.see(f"written to {file}")
            application.rest()
        said = re.search(r"(\d\.\d\d) km, moving for 0:00:(\d\d), top speed (.*?), written",
                         application.screen.decode())
        points = list(xml.etree.ElementTree.parse(file).iter(f"{GPX}trkpt"))
        if said is None or said[3] != "108.0 km/h" or len(points) < 30:
            raise Failure(f"{application.screen!r}, {len(points)} points")
        first, last = (math.radians(float(points[at].get("lat"))) for at in (0, -1))
        # The radius of curvature of a meridian at 47.5 degrees.
        way = (last - first) * 6_370_143 / 1000
        if abs(float(said[1]) - way) > 0.02 or abs(int(said[2]) - way / 0.03) > 1:
            raise Failure(f"{said[0]!r}, but it went {way} km")
        times = [point.find(f"{GPX}time").text for point in points]
        if times != sorted(set(times)) or points[0].find(f"{GPX}ele").text != "0.0" or not all(
                re.fullmatch(r"2025-01-01T00:00:\d\d\.\d00Z", time) for time in times):
            raise Failure(f"times or altitudes are wrong: {times}, {points[0].find(f'{GPX}ele').text}")


def trip_logger_at_rest():
    """Checks that ten minutes of noise at rest add no distance, and that 100 m at 10 m/s then take 10 s."""
    with Machine(GPS) as machine:
        # 0.0018 degrees of latitude are 200 m.
        route = machine.route("route", [(0, 47.5, 9.7), (600, 47.5, 9.7), (620, 47.5018, 9.7)])
        recording = machine.recording("recording", "--noise", "4", "--route", route)
        command = [example(machine, "TripLogger"), machine.folder / "trip.gpx"]
        machine.authorize("allow", command[0])
        source = f"replay:{recording}?speed=200"
        with machine.application(command, source, terminal=True, on_screen=True) as application:
            application.see("top speed")
            said = application.screen.decode()
            # The noise of the last position may add some meters, or delay the line by a second.
            if not re.search(r"^0\.1[0-3] km, moving for 0:00:(09|1[0-4]),", said, re.MULTILINE):
                raise Failure(said)


def trip_logger_keeps_trips():
    """Checks that an existing trip is not overwritten, and that one line says so."""
    with Machine(GPS) as machine:
        file = machine.folder / "trip.gpx"
        file.write_text("a trip", encoding="utf-8")
        command = [example(machine, "TripLogger"), file]
        with machine.application(command, "-", terminal=True, on_screen=True) as application:
            application.see(f"cannot make {file}: ")
        if file.read_text(encoding="utf-8") != "a trip":
            raise Failure("the file is another one")


def location_demo():
    """Checks the first place and its name in the foreground, and a significant change in the background after 5 minutes."""
    with Machine(GPS) as machine:
        # From the lighthouse to the north at 10 m/s: 5 minutes later, it is 3000 m away.
        drive = machine.recording(
            "drive", "--route", "straight", "--speed", "10", "--duration", "400", "--noise", "0",
            "--latitude", "47.5437", "--longitude", "9.6833")
        command = [example(machine, "LocationKit", "LocationDemo")]
        source = f"replay:{drive}?speed=40"
        with machine.application(command, source, terminal=True, on_screen=True) as application:
            application.see("Shows where you are.")
            application.see("Your choice, 1 to 3: ")
            application.type("2\n")
            application.see("location  47.5437, 9.6833\r\ndistance  0 m, in the harbor\r\naddress   Lindau, ")
            application.see("m, outside")
            # The address may take a second or two, and the recording advances by 400 m in each.
            if not re.search(r"distance  3[0-9]{3} m, outside", application.screen.decode()):
                raise Failure(f"{application.screen!r}")


def reminder():
    """Checks that the program ends once it monitors, and comes back for the drive out of the harbor."""
    with Machine(GPS) as machine:
        drive = machine.recording(
            "drive", "--route", "straight", "--speed", "20", "--duration", "300", "--noise", "0",
            "--latitude", "47.5437", "--longitude", "9.6833")
        command = [example(machine, "Reminder")]
        machine.authorize("allow", command[0], "--always")
        with machine.application(command, "/nowhere", terminal=True, on_screen=True) as application:
            application.see("You will be reminded at the harbor")
            application.rest()
        wake = subprocess.Popen(
            [machine.gps, "wake", *(["--root"] if os.geteuid() == 0 else []), "--device", f"replay:{drive}?speed=20"],
            env={**machine.environment, "CORELOCATION_SOURCE": "/nowhere"}, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            reminders, deadline = machine.folder / "reminders.txt", time.monotonic() + 60
            while not reminders.exists():
                if time.monotonic() > deadline:
                    raise Failure("it did not come back")
                time.sleep(0.05)
            if reminders.read_text(encoding="utf-8") != "Take in the fenders\n":
                raise Failure(reminders.read_text(encoding="utf-8"))
        finally:
            wake.kill()
            wake.wait()


def streaming():
    with Machine(GPS) as machine, machine.receiver(*START) as port:
        command = [example(machine, "Streaming", "Stream")]
        with machine.application(command, port, terminal=True, on_screen=True) as application:
            application.see("Prints where you are.")
            application.see("Your choice, 1 to 3: ")
            application.type("1\n")
            application.see("latitude: 47.5")


def decoding():
    """Checks the programs with ten seconds at 10 m/s, which is 19.4 knots."""
    with Machine(GPS) as machine:
        path = ["--route", "straight", "--speed", "10", "--duration", "10", *START]
        drive = machine.recording("drive", "--sentences", "RMC,GGA", *path)
        frames = machine.recording("frames", "--protocol", "ubx", *path)
        position = r"47\.5\S* 9\.7\S* \d\S*"
        for program, source, expected in [
                (["Fixes", drive], drive, position), (["Sentences"], drive, r"19\.4\d*"), (["Frames"], frames, position)]:
            output = subprocess.run([f"{FOLDER}/{program[0]}", *program[1:]], input=pathlib.Path(source).read_bytes(),
                                    check=True, stdout=subprocess.PIPE).stdout.decode()
            lines = output.splitlines()
            if not 10 <= len(lines) <= 11 or not all(re.fullmatch(expected, line) for line in lines):
                raise Failure(f"{program[0]}: {output!r}")


def main():
    checks = Checks()
    checks.run("Where: the ten lines of the README", where)
    checks.run("TripLogger: a trip at a terminal", trip_logger)
    checks.run("TripLogger: a rest before the trip", trip_logger_at_rest)
    checks.run("TripLogger: a file that is there", trip_logger_keeps_trips)
    checks.run("LocationKit: foreground and background", location_demo)
    checks.run("Reminder: an application that comes back", reminder)
    checks.run("Streaming: locations as a sequence", streaming)
    checks.run("Decoding: fixes, sentences and frames of a recording", decoding)
    checks.finish("examples.py")


main()
