# Core Location for Linux. SPDX-License-Identifier: MIT
"""The public symbols of the library products, as SwiftPM writes them when it has built the tests."""

import json
import os
import pathlib
import subprocess
import sys

SWIFT_OPTIONS = [*os.environ.get("BUILD_OPTIONS", "").split(), "--traits", "Publishing",
                 "--scratch-path", os.environ.get("SCRATCH", ".build")]
# A module that only re-exports has no symbols of its own.
WITHOUT_SYMBOLS = {"CoreLocation"}


def swift_package(*arguments):
    return subprocess.run(
        ["swift", "package", *SWIFT_OPTIONS, *arguments], check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def library_modules():
    products = json.loads(swift_package("describe", "--type", "json"))["products"]
    return sorted({name for product in products if "library" in product["type"]
                   for name in product["targets"]} - WITHOUT_SYMBOLS)


def symbol_graphs():
    """The folder in which SwiftPM has written the graphs."""
    output = swift_package(
        "dump-symbol-graph", "--skip-synthesized-members", "--minimum-access-level", "public")
    for line in output.splitlines():
        if line.startswith("Files written to "):
            return pathlib.Path(line.removeprefix("Files written to ").strip())
    sys.exit(f"cannot find the symbol graphs: SwiftPM did not say where it wrote them:\n{output}")


def of_module(folder, module):
    """Its graphs, and those of what it adds to other modules' types."""
    return [folder / f"{module}.symbols.json", *folder.glob(f"{module}@*.symbols.json")]
