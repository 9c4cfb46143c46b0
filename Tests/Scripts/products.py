#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Builds each product as another package gets it, links each library into a program, and looks at what came along.

A library is an archive, and what it lacks is noticed only by the linker. Other packages get no trait, either. What an
application that links CoreLocation must not get is named below: neither its graph of targets nor the linked program may
have it.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# As in Tests/Scripts/build-applications.
SCRATCH = ROOT / (os.environ.get("SCRATCH", ".build") + "-clients")
CLIENT = SCRATCH / "client"
OPTIONS = [*os.environ.get("BUILD_OPTIONS", "").split(), "--disable-build-manifest-caching",
           "--scratch-path", SCRATCH, "--package-path", CLIENT]
# What writes to receivers, what pretends to be one, what serves them, and what publishes where they are.
NOT_FOR_APPLICATIONS = ["ReceiverConfiguration", "ReceiverSimulator", "LocationService", "LocationPage",
                        "LocationPublishing", "PositionStore", "PositionDelivery", "CoreLocationTesting"]
# Of other packages, what it may have.
FOR_APPLICATIONS = {"Logging"}


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT).stdout


def build(product):
    print(product, flush=True)
    subprocess.run(["swift", "build", "--quiet", *OPTIONS, "--product", product], check=True, cwd=ROOT)


def write_client(libraries):
    """A package with a program for each library that does nothing but import it."""
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
    """Writes a file, unless it has this content already: then nothing is built anew."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def closure(targets, names):
    """These targets and all that they depend on."""
    found = set()
    while names:
        name = names.pop()
        found.add(name)
        names += [other for other in targets[name].get("target_dependencies", []) if other not in found]
    return found


def modules(program):
    """The modules whose functions a program has; a mangled name has the length of the module's in front of it."""
    found = set()
    for symbol in re.findall(r" \$s(\d+\w+)", output("nm", program)):
        length = re.match(r"\d+", symbol).group()
        found.add(symbol[len(length):len(length) + int(length)])
    return found


def main():
    package = json.loads(output("swift", "package", "describe", "--type", "json"))
    targets = {target["name"]: target for target in package["targets"]}
    # Programs that tests run are products of their own accord.
    products = [product for product in package["products"]
                if all(targets[name]["path"].startswith("Sources/") for name in product["targets"])]
    libraries = [product["name"] for product in products if "library" in product["type"]]
    write_client(libraries)
    programs = pathlib.Path(output("swift", "build", *OPTIONS, "--show-bin-path").strip())
    for product in products:
        # A library alone is not built by its name; a program that needs nothing else has it built.
        if product["name"] in libraries:
            build(f"Use{product['name']}")
            subprocess.run([programs / f"Use{product['name']}"], check=True, stdin=subprocess.DEVNULL)
        else:
            build(product["name"])

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
    unknown = [name for name in NOT_FOR_APPLICATIONS if name not in targets]
    if unknown:
        sys.exit(f"{', '.join(unknown)}: no such target; correct Tests/Scripts/products.py")


main()
