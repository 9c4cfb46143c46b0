#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Links each library into a program of another package, and checks what was linked.

    products.py                as the tests are built
    products.py -c release     as applications are built for their users: the libraries only

A library is an archive, and only the linker notices what it lacks. Neither the targets that CoreLocation depends on nor a
program that links it may contain the modules named below, and none may need the headers of a C library: users of the libraries
install libudev-dev, and nothing else.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The same as in Tests/Scripts/build-applications.
SCRATCH = os.environ.get("SCRATCH", ".build")
CONFIGURATION = sys.argv[1:]
CLIENTS = ROOT / f"{SCRATCH}-{CONFIGURATION[1] if CONFIGURATION else 'clients'}"
CLIENT = CLIENTS / "client"
OPTIONS = [*os.environ.get("BUILD_OPTIONS", "").split(), *CONFIGURATION, "--disable-build-manifest-caching",
           "--scratch-path", CLIENTS, "--package-path", CLIENT]
# The modules that write to receivers, simulate them, serve them, and publish their positions.
NOT_FOR_APPLICATIONS = ["ReceiverConfiguration", "ReceiverSimulator", "LocationService", "HTTPSites", "LocationPage",
                        "LocationPublishing", "TrackStore", "ServerAccess", "GPSTool", "CoreLocationTesting"]
# What each product of the core contains, and no more.
CORE = {"NMEA0183": {"NMEA0183"}, "UBX": {"UBX"}, "GNSS": {"GNSS", "UBX", "NMEA0183"}}
# The products of other packages that an application may contain.
FOR_APPLICATIONS = {"Logging"}


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT).stdout


def write_client(libraries):
    """Writes a package with a program for each library, which only imports it."""
    targets = []
    for library in libraries:
        sources = CLIENT / "Sources" / f"Use{library}"
        sources.mkdir(parents=True, exist_ok=True)
        write(sources / "main.swift", f"import {library}\n")
        targets.append(f'    .executableTarget(name: "Use{library}", dependencies: [\n'
                       f'      .product(name: "{library}", package: "core-location-linux")]),\n')
    write(CLIENT / "Package.swift",
          "// swift-tools-version: 6.2\nimport PackageDescription\n"
          'let package = Package(name: "client",\n'
          f'  dependencies: [.package(name: "core-location-linux", path: "{ROOT}")],\n'
          f"  targets: [\n{''.join(targets)}  ])\n")


def write(path, text):
    """Writes a file unless it has this content already, so that nothing is built again without need."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def closure(targets, names):
    """Returns these targets and all targets that they depend on."""
    found = set()
    while names:
        name = names.pop()
        found.add(name)
        names += [other for other in targets[name].get("target_dependencies", []) if other not in found]
    return found


def modules(program):
    """Returns the modules with functions in a program; a mangled name begins with the length and name of its module."""
    found = set()
    for symbol in re.findall(r" \$s(\d+\w+)", output("nm", program)):
        length = re.match(r"\d+", symbol).group()
        found.add(symbol[len(length):len(length) + int(length)])
    return found


def main():
    package = json.loads(output("swift", "package", "describe", "--type", "json"))
    targets = {target["name"]: target for target in package["targets"]}
    libraries = [product["name"] for product in package["products"] if "library" in product["type"]]
    write_client(libraries)
    programs = pathlib.Path(output("swift", "build", *OPTIONS, "--show-bin-path").strip())
    # SwiftPM does not build a library by its name; it does as part of a program that needs nothing else.
    subprocess.run(["swift", "build", "--quiet", *OPTIONS], check=True, cwd=ROOT)
    for library in libraries:
        print(library, flush=True)
        subprocess.run([programs / f"Use{library}"], check=True, stdin=subprocess.DEVNULL)
    linked = modules(programs / "UseCoreLocation")
    if "GNSSReceiver" not in linked:
        sys.exit("cannot tell which modules a program has: GNSSReceiver is not found in one that needs it")
    has = closure(targets, ["CoreLocation"]) | linked
    unwanted = [name for name in NOT_FOR_APPLICATIONS if name in has]
    if unwanted:
        sys.exit(f"a program that links CoreLocation gets {', '.join(unwanted)}")
    others = {product for name in closure(targets, ["CoreLocation"])
              for product in targets[name].get("product_dependencies", [])} - FOR_APPLICATIONS
    others |= {name for name in linked if name.startswith("NIO") or name == "ArgumentParser"}
    if others:
        sys.exit(f"a program that links CoreLocation gets {', '.join(sorted(others))} of other packages")
    headers = {name for library in libraries for name in closure(targets, [library])
               if targets[name]["type"] == "system-target"} - {"CoreLocationSubmodules"}
    if headers:
        sys.exit(f"the libraries need the headers of {', '.join(sorted(headers))}")
    for library, contents in CORE.items():
        if closure(targets, [library]) != contents:
            sys.exit(f"a program that links {library} gets {', '.join(sorted(closure(targets, [library]) - contents))}")
    unknown = [name for name in NOT_FOR_APPLICATIONS if name not in targets]
    if unknown:
        sys.exit(f"{', '.join(unknown)}: no such target; correct Tests/Scripts/products.py")


try:
    main()
except subprocess.CalledProcessError as error:
    sys.exit(error.returncode)
