# Core Location for Linux. SPDX-License-Identifier: MIT
"""The public symbols of the library products, as SwiftPM writes them when it has built the tests."""

import json
import os
import pathlib
import subprocess
import sys

SWIFT_OPTIONS = [*os.environ.get("BUILD_OPTIONS", "").split(),
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
    """Writes the symbol graphs, and returns the folder in which SwiftPM has put them."""
    output = swift_package(
        "dump-symbol-graph", "--skip-synthesized-members", "--minimum-access-level", "public")
    for line in output.splitlines():
        if line.startswith("Files written to "):
            return pathlib.Path(line.removeprefix("Files written to ").strip())
    sys.exit(f"cannot find the symbol graphs: SwiftPM did not say where it wrote them:\n{output}")


def of_module(folder, module):
    """Returns the graphs of a module, including those of its extensions to other modules' types."""
    return [folder / f"{module}.symbols.json", *folder.glob(f"{module}@*.symbols.json")]


def undocumented(module, graph):
    for symbol in graph["symbols"]:
        location = symbol.get("location")
        # A symbol that the compiler derives, such as a member of Codable, has no place in the sources.
        if location is None:
            continue
        documentation = symbol.get("docComment")
        # A comment inherited from a protocol says nothing about this implementation.
        if documentation and documentation.get("module", module) == module:
            continue
        path = os.path.relpath(location["uri"].removeprefix("file://"))
        name = ".".join(symbol["pathComponents"])
        yield f"{path}:{location['position']['line'] + 1}: {name} is not documented"


def undocumented_symbols(modules, folder):
    """Prints where a public symbol of these modules has no documentation comment of its own, and returns their number.

    The linter sees declarations one by one; the symbol graph also contains the cases of enumerations and the members that
    extensions add to other modules' types.
    """
    failures = set()
    count = 0
    for module in modules:
        symbols = 0
        for path in of_module(folder, module):
            if not path.exists():
                sys.exit(f"cannot check {module}: {path} is missing")
            graph = json.loads(path.read_text(encoding="utf-8"))
            symbols += len(graph["symbols"])
            failures.update(undocumented(module, graph))
        if symbols == 0:
            failures.add(f"{module}: no public symbols; was its symbol graph written?")
        count += symbols
    for failure in sorted(failures):
        print(failure, file=sys.stderr)
    print(f"{count} public symbols in {', '.join(modules)}; {len(failures)} undocumented")
    return len(failures)
