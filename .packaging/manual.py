#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Writes a manual page for gps and one for each of its commands, from the program's own help.

    manual.py GPS FOLDER

The date of the pages is SOURCE_DATE_EPOCH, so that the same program always yields the same pages.
"""

import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

DOCUMENTS = "@DOCDIR@"
# A section of section 1: gpsd's package has a page gps(1), and two packages cannot contain the same file.
SECTION = "1gps"
# What the program's help does not contain. Each section is a list of pairs of a term and a text.
EXIT_CODES = [
    ("0", "Success, also when the reader of standard output has gone, or the command was interrupted."),
    ("64", "Usage: an option or a command that does not exist."),
    ("65", "Unusable data: no valid sentence, or a damaged file."),
    ("66", "There is no such file or application."),
    ("69", "Unavailable: no receiver is plugged in, or its port is in use or silent."),
    ("74", "Input or output failed."),
    ("75", "No fix in time, or the receiver did not confirm a change."),
    ("77", "Permission denied."),
    ("130", "\"history import\", \"geotag\" or \"corrections list\" was interrupted before the end."),
]
ENVIRONMENT = [
    ("NO_COLOR", "If it is set, nothing is colored."),
    ("CORELOCATION_SERVICE", "The socket of the location service, or \"none\"."),
    ("XDG_STATE_HOME", "Baud rates are remembered in core-location-linux/baud-rates below it; ~/.local/state by default."),
]
POLICY = ("/etc/core-location-linux/policy.json",
          f"What the administrator allows and forbids; {DOCUMENTS}/examples/policy.json is an example.")
FILES = {
    "gps": [POLICY],
    "gps-authorize": [POLICY],
    "gps-doctor": [("/etc/udev/rules.d/60-core-location-linux.rules", "The rule that --install-udev-rule installs.")],
    "gps-record": [
        ("gps-record@.service", "Records continuously; gps-record@ttyUSB0.service records /dev/ttyUSB0, and "
         "gps-record@service.service what the location service sends."),
        ("/etc/core-location-linux/gps-record.conf", "The options of that unit."),
        ("/var/lib/gps-record", "Its recordings."),
    ],
    "gps-publish": [
        ("gps-publish@.service", "Publishes from boot; gps-publish@NAME.service reads its addresses from gps-publish-NAME.conf."),
        ("/etc/core-location-linux/gps-publish-NAME.conf", "The options of that unit; gps-publish-example.conf is an example."),
        ("~/.local/state/core-location-linux/positions.sqlite", "Positions that wait, and the track; those of the unit are in "
         "/var/lib/gps-publish."),
    ],
    "gps-serve": [
        ("locationd.service", "Runs gps serve as a service of the system, for all users. Its sockets are locationd.socket for "
         "programs with Core Location, locationd-gpsd4.socket and locationd-gpsd6.socket for clients of gpsd. "
         "locationd-nmea.socket, at port 10110, locationd-geoclue.socket, locationd-metrics.socket, at port 9947, and "
         "locationd-web.socket, at port 8947, are off unless enabled."),
        ("/etc/core-location-linux/locationd.conf", "The options of that unit."),
        POLICY,
        ("/run/core-location/location.sock", "Where programs with Core Location find it."),
    ],
}


def escaped(text):
    """Returns a text escaped for roff, so that nothing in it is a command, and hyphens can be searched for."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("\n", " ")
    return re.sub(r"^([.'])", r"\\&\1", text)


def paragraphs(text):
    """Yields the paragraphs of a text in roff; those that consist of commands are shown verbatim."""
    for paragraph in (text or "").split("\n\n"):
        lines = [line for line in paragraph.split("\n") if line.strip()]
        if lines and all(re.match(r" *(gps|\$) ", line) for line in lines):
            yield from [".PP", ".EX", *[f"    {escaped(line.strip())}" for line in lines], ".EE"]
        elif lines:
            text = re.sub(r"\bdocs/([a-z-]+\.md)", f"{DOCUMENTS}/\\1", " ".join(lines))
            yield from [".PP", escaped(text)]


def pairs(rows):
    for term, text in rows:
        yield from [".TP", f"\\fB{escaped(term)}\\fP", escaped(text)]


def shown(argument):
    return argument["shouldDisplay"]


def name(one):
    return ("--" if one["kind"] == "long" else "-") + one["name"]


def merged(arguments):
    """Returns arguments as the manual lists them: --wait and --no-wait are two names of one argument."""
    rows = []
    for argument in filter(shown, arguments):
        last = rows[-1] if rows else None
        if (last and argument["kind"] == last["kind"] == "flag"
                and argument.get("abstract") == last.get("abstract")):
            last["names"] = last["names"] + argument["names"]
        else:
            rows.append(dict(argument))
    return rows


def term(argument):
    """Returns an argument's names and its value, in roff."""
    value = f"\\fI{escaped(argument['valueName'])}\\fP"
    if argument["kind"] == "positional":
        return value + (" .\\|.\\|." if argument["isRepeating"] else "")
    names = ", ".join(f"\\fB{escaped(name(one))}\\fP" for one in argument["names"])
    return names if argument["kind"] == "flag" else f"{names} {value}"


def synopsis(title, command):
    words = [f".B {escaped(title)}"]
    options = [argument for argument in merged(command.get("arguments", [])) if argument["kind"] != "positional"]
    if command.get("subcommands"):
        return words + [".I command", "[\\fIoptions\\fP]"]
    if any(argument["names"][0]["name"] not in ("version", "help") for argument in options):
        words.append("[\\fIoptions\\fP]")
    for argument in merged(command.get("arguments", [])):
        if argument["kind"] == "positional":
            text = term(argument)
            words.append(f"[{text}]" if argument["isOptional"] else text)
    return words


def described(argument):
    text = argument.get("abstract", "")
    values = argument.get("allValues")
    if values and not all(value in text for value in values):
        text += f" One of {', '.join(values)}."
    default = argument.get("defaultValue")
    if default and "default:" not in text:
        text += f" (default: {default})"
    return escaped(text) if text else "."


def page(command, parents, date, version):
    """Returns the page of a command and those of its subcommands, by name."""
    words = [*parents, command["commandName"]]
    title, file = " ".join(words), "-".join(words)
    below = [one for one in command.get("subcommands", []) if one["shouldDisplay"] and one["commandName"] != "help"]
    abstract = command["abstract"].rstrip(".")
    abstract = abstract[0].lower() + abstract[1:]
    lines = [f".TH {file.upper()} {SECTION} {date} \"gps {version}\" \"Core Location for Linux\"", ".nh", ".ad l",
             ".SH NAME", f"{escaped(file)} \\- {escaped(abstract)}",
             ".SH SYNOPSIS", *synopsis(title, command | {"subcommands": below})]
    description = list(paragraphs(command.get("discussion")))
    lines += [".SH DESCRIPTION", *(description[1:] if description else [escaped(command["abstract"])])]
    if below:
        lines += [".SH COMMANDS"]
        for one in below:
            lines += [".TP", f"\\fB{escaped('-'.join([*words, one['commandName']]))}\\fP({SECTION})", escaped(one["abstract"])]
    for heading, kind in [("ARGUMENTS", True), ("OPTIONS", False)]:
        rows = [argument for argument in merged(command.get("arguments", [])) if (argument["kind"] == "positional") == kind]
        if rows:
            lines += [f".SH {heading}"]
            for argument in rows:
                lines += [".TP", term(argument), described(argument)]
    if len(words) == 1:
        lines += [".SH EXIT STATUS", *pairs(EXIT_CODES), ".SH ENVIRONMENT", *pairs(ENVIRONMENT)]
    if file in FILES:
        lines += [".SH FILES", *pairs(FILES[file])]
    lines += [".SH SEE ALSO", *see_also(words, below)]
    pages = {file: "\n".join(lines) + "\n"}
    for one in below:
        pages |= page(one, words, date, version)
    return pages


def see_also(words, below):
    if len(words) == 1:
        return [f"{DOCUMENTS}/cli.md"]
    others = ["-".join(words[:-1])] + ([] if not below else ["-".join([*words, one["commandName"]]) for one in below])
    lines = [f".BR {escaped(other)} ({SECTION})," for other in others]
    return [*lines, f"{DOCUMENTS}/cli.md"]


def main():
    program, folder = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])

    def output(*arguments):
        return subprocess.run([program, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout

    tool = json.loads(output("--experimental-dump-help"))["command"]
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    date = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%d")
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in page(tool, [], date, output("--version").split()[0]).items():
        (folder / f"{file}.{SECTION}").write_text('.\\" Core Location for Linux. SPDX-License-Identifier: MIT\n' + text)


main()
