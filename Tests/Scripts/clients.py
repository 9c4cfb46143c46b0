#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Runs the third-party code that clients.sh has built: clients.py FOLDER-OF-PROGRAMS GPS."""

import json
import os
import subprocess
import sys

from applications import Checks, Failure, Machine

FOLDER, GPS = sys.argv[1:]
COMPONENT = f"{FOLDER}/OnceAndConstantlyDriver"
HELPER = f"{FOLDER}/LocationHelperDriver"
START = ["--latitude", "47.5", "--longitude", "9.7", "--noise", "0"]
# 0.00036 degrees of latitude are 40 m.
STILL, STEP = 30, 0.00036

SUCCESS = "locationSuccess {} says locationSuccess"
CANCELED = "locationCanceled says locationCanceled"


def component(machine):
    """Yields the checks of the components for one location and for many."""
    walk = machine.recording("walk", "--route", "straight", "--speed", "20", "--duration", "600", *START)
    source = f"replay:{walk}?speed=20"

    def once_and_denied():
        machine.authorize("deny", COMPONENT)
        with machine.application([COMPONENT, "once"], source) as application:
            return application.line()

    def once():
        machine.authorize("allow", COMPONENT)
        return machine.lines([COMPONENT, "once"], source)

    def once_from_a_port():
        with machine.receiver("--rate", "5", *START) as port:
            return machine.lines([COMPONENT, "once"], port)

    def constantly():
        lines = machine.lines([COMPONENT, "constantly", "4"], source)
        places = [line.split()[1:3] for line in lines if line.startswith("locationSuccess ")]
        # Each is 20 m further north: 0.00018 degrees.
        for before, after in zip(places, places[1:]):
            step = float(after[0]) - float(before[0])
            if not 0.00017 < step < 0.00019 or after[1] != "9.70000":
                raise Failure(f"no walk to the north: {places}")
        return [line.split()[0] for line in lines]

    def asked_at_the_terminal():
        machine.authorize("reset", COMPONENT)
        machine.usage_descriptions("NSLocationWhenInUseUsageDescription")
        with machine.application([COMPONENT, "once"], source, terminal=True) as application:
            application.see("Your choice, 1 to 3: ")
            application.type("2\n")
            return application.rest()

    yield "once, denied", once_and_denied, (
        "locationPermissionDenied says locationPermissionDenied")
    yield "once", once, [SUCCESS.format("47.50000 9.70000"), "end"]
    yield "once, from a port", once_from_a_port, [SUCCESS.format("47.50000 9.70000"), "end"]
    # A location from before the stop may still arrive, but before the answer to the stop.
    yield "constantly", constantly, ["locationSuccess"] * 4 + ["locationCanceled", "end"]
    yield "once, asked at a terminal", asked_at_the_terminal, [
        SUCCESS.format("47.50000 9.70000"), "end"]
    yield "once, with location services off", lambda: services_off(machine, source), (
        "locationServiceDisable says locationServiceDisable")


def services_off(machine, source):
    """Runs the component with its own /etc, in which the administrator's policy turns location services off."""
    policy = machine.folder / "policy.json"
    policy.write_text(json.dumps({"version": 1, "servicesEnabled": False}), encoding="utf-8")
    script = (
        'umask 022; mount -t tmpfs -o mode=755 none /etc && mkdir /etc/core-location-linux &&'
        ' cp "$1" /etc/core-location-linux/ && shift && exec "$@"')
    command = ["unshare", "-m", "sh", "-c", script, "sh", policy, COMPONENT, "once"]
    with machine.application(command, source) as application:
        return application.line()


def helper(machine):
    """Yields the checks of the helper class."""
    drive = machine.recording("drive", "--route", "straight", "--speed", "20", "--duration", "700", *START)
    there_and_back = machine.recording("there-and-back", "--noise", "0", "--route", machine.route(
        "there-and-back",
        [(0, 47.5, 9.7), (STILL, 47.5, 9.7), (STILL + 60, 47.5 + 5 * STEP, 9.7),
         (STILL + 120, 47.5 + 5 * STEP, 9.7), (STILL + 180, 47.5, 9.7), (STILL + 260, 47.5, 9.7)]))

    def permission(choice):
        machine.authorize("reset", HELPER)
        machine.usage_descriptions(
            "NSLocationWhenInUseUsageDescription", "NSLocationAlwaysAndWhenInUseUsageDescription")
        source = f"replay:{drive}"
        with machine.application([HELPER, "permission"], source, terminal=True) as application:
            application.see("To test NSLocationWhenInUseUsageDescription.")
            application.see("Your choice, 1 to 3: ")
            application.type(f"{choice}\n")
            return application.rest()

    def location():
        machine.authorize("allow", HELPER, "--always")
        return machine.lines([HELPER, "location"], f"replay:{drive}")

    def significant():
        with machine.application([HELPER, "significant"], f"replay:{drive}?speed=400") as application:
            return application.take(3)

    def geofence():
        source = f"replay:{there_and_back}?speed=60"
        with machine.application([HELPER, "geofence"], source) as application:
            return application.take(3)

    yield "permission, refused at a terminal", lambda: permission(3), ["permission 2"]
    # 3 is authorizedAlways, provisionally, until the second question is asked.
    yield "permission, granted at a terminal", lambda: permission(2), ["permission 3"]
    yield "latest location", location, ["location 47.5000 9.7000"]
    # 20 m/s for 5 minutes are 6 km: 0.0540 degrees of latitude at the start, and 0.0539 further north.
    yield "significant changes", significant, [
        "significant 47.5000 9.7000", "significant 47.5540 9.7000", "significant 47.6079 9.7000"]
    yield "a geofence of 30 m, left and entered", geofence, ["around 47.5000 9.7000", "left", "entered"]
    # The town at this place, from the library's gazetteer.
    yield "a name", lambda: machine.lines([HELPER, "name", "47.5459", "9.6839"], "-"), ["name Lindau"]


def main():
    checks = Checks()
    can_mount = os.geteuid() == 0 and subprocess.run(
        ["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"], check=False).returncode == 0
    for stories in (component, helper):
        with Machine(GPS) as machine:
            for name, body, expected in stories(machine):
                if "services off" in name and not can_mount:
                    print(f"left out: {name}: needs root, and the right to mount")
                    continue
                checks.run(name, body, expected)
    checks.finish("clients.sh")


main()
