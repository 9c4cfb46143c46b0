#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Writes well-formed inputs of up to 64 KiB for a target: Tests/Laboratory/Fuzz/large_seeds.py TARGET FOLDER.

They are what the bulk of a long run is made of: libFuzzer's own inputs grow too slowly to weigh anything.
"""
import json
import pathlib
import plistlib
import sys

SIZE = 60_000
ROOT = pathlib.Path(__file__).resolve().parents[3] / "Fixtures"


def filled(make):
    """The largest of make(1), make(2), make(4)… that is not too long, as bytes."""
    count = 1
    while len(make(2 * count)) <= SIZE:
        count *= 2
    return make(count)


def sentences():
    files = sorted((ROOT / "sentences").glob("*.nmea"))
    kinds = b"".join(file.read_bytes() for file in files)
    yield kinds * (SIZE // len(kinds))
    for file in sorted((ROOT / "recordings").glob("*.nmea")):
        content = file.read_bytes()
        yield (content * (SIZE // len(content) + 1))[:SIZE]
    tagged = b"\\s:rx1,c:1735689600,n:7*37\\"
    yield b"".join(tagged + line + b"\r\n" for line in kinds.splitlines() if line.startswith(b"$"))[:SIZE]


def tag_blocks():
    yield filled(lambda n: b"s:rx1,c:1735689600,n:7\n" * n)
    yield filled(lambda n: b"c:1735689600.123,g:1-2-33,s:station\n" * n)
    yield b"\n".join(b"s:%d,c:%d" % (i, 1735689600000 + i) for i in range(2500))


def gpx():
    def track(element, count):
        points = "".join(
            f'<{element} lat="{-33.85 + i / 1e4:.5f}" lon="{151.21 - i / 1e4:.5f}"><ele>{i % 90}.5</ele>'
            f"<time>2025-06-15T12:{i // 60 % 60:02}:{i % 60:02}Z</time></{element}>\n"
            for i in range(count)
        )
        return f'<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1">{points}</gpx>'.encode()

    for element in ("trkpt", "rtept", "wpt"):
        yield filled(lambda n: track(element, n))
    yield filled(lambda n: b"<gpx>" + b"<trk><trkseg>" * n + b"</trkseg></trk>" * n + b"</gpx>")
    yield filled(lambda n: b"<gpx><wpt lat='1' lon='2'><ele>" + b"&amp;&#50;<!-- x -->" * n + b"</ele></wpt></gpx>")


def records(statuses, more):
    def make(count, name):
        rules = {
            f"org.example.{name}{i}": {"status": statuses[i % len(statuses)], "accuracy": "reduced", **more}
            for i in range(count)
        }
        return json.dumps({"version": 1, "applications": rules}).encode()

    yield filled(lambda n: make(n, "application"))
    # What is changed in a long name is still a name: most of these are accepted.
    yield filled(lambda n: make(n, "application" * 10))
    yield filled(lambda n: b'{"version":1,"applications":{},"later":' + b"[" * n + b"]" * n + b"}")


def decisions():
    return records(["authorizedAlways", "authorizedWhenInUse", "denied"], {"decided": "2025-06-15T12:00:00.000Z"})


def policy():
    return records(["authorizedAlways", "restricted"], {})


def configuration():
    yield filled(lambda n: json.dumps({"source": "receiver" + "x" * n, "geocoder": "photon:x"}).encode())
    yield filled(lambda n: json.dumps({"source": "/dev/ttyUSB0", **{f"member{i}": [i, None] for i in range(n)}}).encode())
    for levels in (60, 8000):
        yield b'{"source":' + b"[" * levels + b"]" * levels + b"}"


def info_plist():
    def members(count):
        return {
            "CFBundleIdentifier": "org.example.weather",
            "CFBundleName": "Weather",
            "NSLocationWhenInUseUsageDescription": "Rain & sun. " * 1000,
            "NSLocationTemporaryUsageDescriptionDictionary": {f"Purpose{i}": "Way" for i in range(count)},
        }

    for kind in (plistlib.FMT_XML, plistlib.FMT_BINARY):
        yield filled(lambda n: plistlib.dumps(members(n), fmt=kind))
    # As deep as is read, and deeper.
    head = b'<?xml version="1.0"?><plist version="1.0">'
    for levels in (60, 4000):
        yield head + b"<array>" * levels + b"</array>" * levels + b"</plist>"
        yield head + b"<dict><key>a</key>" * (levels // 2) + b"<true/>" + b"</dict>" * (levels // 2) + b"</plist>"


def requests():
    # The first two bytes say where the input is cut.
    yield filled(lambda n: b"\x10\x00" + b"?POLL;" * n)
    yield filled(lambda n: b"\x10\x00" + b'?WATCH={"enable":true,"json":true};\n?DEVICES;\n' * n)
    yield filled(lambda n: b"\x10\x00" + b'?WATCH={"device":"' + b"\\u00e9" * n)
    yield filled(lambda n: b"\x10\x00" + b'?WATCH={"a":[' + b"1," * n)


def reports():
    lines = (ROOT.parent / "Tests/Laboratory/Fuzz/Seeds/reports").read_bytes()
    yield filled(lambda n: lines * n)
    for levels in (16, 4000):
        yield b'{"class":"TPV","a":' + b"[" * levels + b"]" * levels + b"}"


def service():
    # The first byte chooses the protocol, zeros separate epochs.
    yield filled(lambda n: b"\x01" + b"?POLL;" * n)
    yield filled(lambda n: b"\x01" + b'?WATCH={"enable":true,"json":true};\0?POLL;\0' * n)
    yield filled(lambda n: b"\x00" + b'{"class":"client","watch":true}\n' * n)
    yield filled(lambda n: b"\x00" + b'{"class":"clients"}\n\0' * n)


WRITERS = {
    "framer": sentences,
    "tagBlocks": tag_blocks,
    "pipeline": sentences,
    "recordings": sentences,
    "gpx": gpx,
    "decisions": decisions,
    "policy": policy,
    "configuration": configuration,
    "infoPlist": info_plist,
    "requests": requests,
    "reports": reports,
    "service": service,
}

target, folder = sys.argv[1:]
for number, content in enumerate(WRITERS[target]()):
    pathlib.Path(folder, f"large{number}").write_bytes(content)
