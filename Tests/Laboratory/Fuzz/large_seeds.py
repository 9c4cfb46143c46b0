#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Writes well-formed inputs of up to 64 KiB for a target: Tests/Laboratory/Fuzz/large_seeds.py TARGET FOLDER.

They are what the bulk of a long run is made of: libFuzzer's own inputs grow too slowly to weigh anything.
"""
import json
import pathlib
import plistlib
import struct
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


def frames():
    """Classes, identifiers, lengths and payloads, after the two bytes that say where the line is cut."""

    def record(kind, payload):
        return bytes(kind) + struct.pack("<H", len(payload)) + payload

    def epoch(second):
        week = struct.pack("<I", 43_218_000 + 1000 * second)
        place = struct.pack("<iiii", 97_000_001, 475_000_001 + 90 * second, 448_250, 401_125)
        accuracy = struct.pack("<II", 2_000, 3_500)
        pvt = week + struct.pack("<HBBBBBBIiBBBB", 2025, 6, 15, 12, second // 60 % 60, second % 60, 7, 20, -384, 3, 1, 0, 14)
        pvt += place + accuracy + struct.pack("<iiiiiIIHH", 1000, 0, -250, 1000, 9_000_000, 120, 300_000, 142, 0).ljust(36, b"\0")
        satellites = b"".join(
            struct.pack("<BBBbhhI", i % 7, i + 1, 20 + 2 * i, 5 * i, 30 * i, 3, 0x1F) for i in range(16))
        signals = b"".join(struct.pack("<BBBBhBBBBH4x", 0, i + 1, i % 2, 0, 3, 40, 7, 0, 0, 8) for i in range(16))
        best = struct.pack("<IIdddfIfff4sff8B", 0, 50, 47.5, 9.7, 401.1, 47.1, 61, 0.01, 0.01, 0.02, b"0", 1.5, 0, 31, 27, 20, 10, 0, 6, 3, 3)
        best += struct.pack("<IIffdddff", 0, 8, 0, 0, 6.5, 123.2, -0.2, 0.1, 0.1)
        old = b"".join(struct.pack("<BBBBBbhi", i, i + 1, 1, 4, 40, 45, 120, 30) for i in range(12))
        return [
            ((1, 7), pvt), ((1, 2), week + place + accuracy),
            ((1, 0x14), b"\0\0\0\0" + week + place + b"\1\2\3\4" + struct.pack("<II", 140, 200)),
            ((1, 6), week + struct.pack("<ihBBiiiIiiiIHBBI", -869, 2371, 3, 13, 417_000_000, 71_000_000, 468_000_000,
                                        300, 1, 2, 3, 20, 142, 0, 14, 0)),
            ((1, 1), week + struct.pack("<iiiI", 417_000_000, 71_000_000, 468_000_000, 300)),
            ((1, 0x11), week + struct.pack("<iiiI", 1, 2, 3, 20)),
            ((1, 0x12), week + struct.pack("<iiiIIiII", 100, 0, -25, 103, 100, 9_000_000, 12, 300_000)),
            ((1, 3), week + struct.pack("<BBBBII", 3, 13, 0, 8, 1000, 2000)),
            ((1, 4), week + struct.pack("<HHHHHHH", 160, 142, 80, 120, 90, 60, 60)),
            ((1, 0x21), week + struct.pack("<IiHBBBBB", 20, -384, 2025, 6, 15, 12, second // 60 % 60, second % 60) + b"\7"),
            ((1, 0x20), week + struct.pack("<ihbBI", -384, 2371, 18, 7, 20)),
            ((1, 0x26), week + struct.pack("<BxxxBbBbiHHxxxB", 0, 2, 18, 2, 0, -1000, 2185, 7, 3)),
            ((1, 0x35), week + b"\1\x10\0\0" + satellites), ((1, 0x43), week + b"\0\x10\0\0" + signals),
            ((1, 0x30), week + b"\x0C\0\0\0" + old), ((1, 5), week + bytes(28)),
            ((1, 0x3C), b"\1\0\0\0" + week + bytes(52) + struct.pack("<I", 0x125)), ((1, 0x61), week),
            ((0x0A, 9), bytes(22) + b"\x08" + bytes(37)), ((0x0A, 0x38), b"\0\2\0\0" + bytes(48)),
            ((0x27, 9), b"\1\0\0\0\3\0\0\0\3\0\0\0"), ((0x21, 0x11), b"$GPRMC,120000,A,1,N,2,E,,,,,,A*00"),
            # Other protocols: NovAtel, Unicore, a log as text, Quectel.
            ((0xFD, 0), best[:72]), ((0xFE, 0), best),
            ((0xFC, 0), b"FINE,2370,%d,0,0,18,20;SOL_COMPUTED,NARROW_INT,47.5,9.7,401.1,47.1,WGS84,0.01,0.01,0.02,\"0\",1.5,0,"
                        b"31,27,20,10,0,06,3f,33,SOL_COMPUTED,DOPPLER_VELOCITY,0,0,6.5,123.2,-0.2,0.1,0.1" % (561_618_000 + 1000 * second)),
            ((0xFB, 0), b"1,1,1,%06d.000,20250614,%d,2370,18,,,1,,47.5,9.7,401.1,47.1,,,0.6,0.8,2.5,,,,,,32,28,,,,,,,6.0,0.2,0.1,0.1,,,90.5,,"
                        % (120000 + second % 60, 561_618_000 + 1000 * second)),
            ((0xFB, 2), b"2,1.0,1.0,2.5,1.4,3.0"), ((0xFB, 5), b"1,%06d.000,20250614,2370,561618000" % (120000 + second % 60)),
            ((0xFF, 0), b"$GPGGA,%06d.00,5130.0000,N,00007.5000,W,1,10,1.0,30.0,M,47.0,M,,*00\r\n" % (120000 + second % 60)),
            ((0xFF, 0), b"\xB5\x62\1\7\x5C\0"),
        ]

    parts = [[record(*part) for part in epoch(second)] for second in range(300)]
    for kind in range(len(parts[0])):
        yield b"\1\0" + b"".join(parts[second][kind] for second in range(4))
    yield filled(lambda n: b"\7\0" + b"".join(part for epoch in parts[:n] for part in epoch) if n <= len(parts) else b" " * SIZE * 2)
    yield filled(lambda n: b"\7\0" + b"".join(parts[second % 300][0] + parts[second % 300][17] for second in range(n)))


def signatures():
    """What happens to each page of a signed sky: nothing, a changed bit, or one of the other changes of SignatureChecks.swift."""
    whole = bytes(8) * 3600
    yield whole
    yield whole * 2
    for change in range(2, 8):
        for every in (1, 7, 61, 600):
            yield b"".join(bytes([change, i >> 8 & 255, i & 255, 1, 2, 3, 4, 5]) if i % every == 0 else bytes(8) for i in range(3600))


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


def casters():
    row = b"STR;BASE%d;Harbour;RTCM 3.2;1005(10);2;GPS+GLO;N;DEU;47.50;9.70;1;0;g;none;B;N;9600;\r\n"
    yield (b"abSOURCETABLE 200 OK\r\n\r\n" + b"".join(row % i for i in range(SIZE // len(row) + 1)))[:SIZE]
    yield (b"abICY 200 OK\r\n\r\n" + b"\xd3\x00\x00" * SIZE)[:SIZE]
    head = b"abHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: %s\r\n\r\n"
    yield (head % b"gnss/data" + b"1\r\nx\r\n" * SIZE)[:SIZE]
    yield (head % b"text/event-stream" + b"2\r\n\n\n\r\n" * SIZE)[:SIZE]
    yield (head % b"text/event-stream" + b"ffff\r\n" + b"\n" * SIZE)[:SIZE]


def imports():
    # The first two bytes say where the file is cut.
    place = {"latitudeE7": 475000000, "longitudeE7": 97000000, "accuracy": 13, "timestamp": "2020-07-01T03:00:00.123Z"}
    yield filled(lambda n: b"\x10\x00" + json.dumps({"locations": [place] * n}).encode())
    signal = {"position": {"LatLng": "47.5\u00b0, 9.7\u00b0", "timestamp": "2024-07-02T03:10:00.000+02:00"}}
    yield filled(lambda n: b"\x10\x00" + json.dumps({"rawSignals": [signal] * n}, ensure_ascii=False).encode())
    yield filled(lambda n: b"\x10\x00time_utc,latitude_deg,longitude_deg\n" + b"2025-06-15T12:00:00Z,47.5,9.7\n" * n)
    yield filled(lambda n: b"\x10\x00" + b'{"timestamp":"2025-06-15T12:00:00Z","latitude":47.5,"longitude":9.7}\n' * n)
    message = b'2025-06-15T12:00:00Z\t*\t{"_type":"location","lat":47.5,"lon":9.7,"tst":1749988800}\n'
    yield filled(lambda n: b"\x10\x00" + message * n)
    yield filled(lambda n: b"\x10\x00<gpx><trk><trkseg>" + b'<trkpt lat="47.5" lon="9.7"><time>2025-06-15T12:00:00Z</time></trkpt>' * n
                 + b"</trkseg></trk></gpx>")


WRITERS = {
    "framer": sentences,
    "tagBlocks": tag_blocks,
    "pipeline": sentences,
    "frames": frames,
    "recordings": sentences,
    "gpx": gpx,
    "decisions": decisions,
    "policy": policy,
    "configuration": configuration,
    "infoPlist": info_plist,
    "requests": requests,
    "reports": reports,
    "service": service,
    "imports": imports,
    "signatures": signatures,
    "casters": casters,
}

target, folder = sys.argv[1:]
for number, content in enumerate(WRITERS[target]()):
    pathlib.Path(folder, f"large{number}").write_bytes(content)
