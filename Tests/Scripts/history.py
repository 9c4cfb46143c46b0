#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Asks "gps history" and "gps geotag" about tracks whose answers are known, and gives them files that are none.

    Tests/Scripts/history.py GPS [--days N] [--megabytes N] [CHECK…]

A year takes a minute with an optimized gps; by default, there are fewer days. trackintel, of PyPI, judges as well where it
is installed; exiftool, of Debian's libimage-exiftool-perl, is needed for photos.
"""
import argparse
import base64
import contextlib
import datetime
import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zoneinfo

from checking import Missing, check, expect, need, perform
from synthetic_track import DAY, HOME, PLACES, START, Year, degrees
from watching import sentence

GPS = ""
OPTIONS = argparse.Namespace()
# The smallest photo: a gray JPEG of 8 by 8 pixels.
JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////"
    "////////////////////////////////////////////////////2wBDAf//////////////////////////////////////////////////////////"
    "////////////////////////////////////////////////////////////////////////////wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAA"
    "AAAAAAAAAAAAAAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhED"
    "EQA/AJ/AB//Z")


def iso(time, decimals=3):
    text = datetime.datetime.fromtimestamp(time, datetime.timezone.utc).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z") if decimals else text[:19] + "Z"


def seconds(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def gps(*arguments, fails=None, timeout=900, **options):
    run = subprocess.run([GPS, *arguments], capture_output=True, timeout=timeout, check=False, **options)
    errors = run.stderr.decode(errors="replace")
    expect(run.returncode == (fails or 0), f"gps {arguments} ended with {run.returncode}: {errors}")
    if fails:
        expect(all(line.startswith("gps: ") for line in errors.splitlines()), f"gps {arguments} printed {errors}")
    return run.stdout.decode(), errors


def ask(store, what, *options):
    return [json.loads(line) for line in gps("history", what, "--store", store, "--json", *options)[0].splitlines()]


@contextlib.contextmanager
def folder():
    with tempfile.TemporaryDirectory() as path:
        yield path


def write_csv(path, fixes, has_details=True):
    with open(path, "w", encoding="ascii") as file:
        file.write("time_utc,latitude_deg,longitude_deg" + (",speed_m_s,horizontal_accuracy_m" if has_details else "") + "\n")
        for time, latitude, longitude, speed, accuracy in fixes:
            details = f",{speed:.3f},{accuracy}" if has_details else ""
            file.write(f"{iso(time)},{latitude:.8f},{longitude:.8f}{details}\n")


def write_gpx(path, fixes):
    with open(path, "w", encoding="ascii") as file:
        file.write('<?xml version="1.0"?>\n<gpx version="1.1" creator="x"><trk><trkseg>\n')
        for time, latitude, longitude, *_ in fixes:
            file.write(f'<trkpt lat="{latitude:.8f}" lon="{longitude:.8f}"><time>{iso(time)}</time></trkpt>\n')
        file.write("</trkseg></trk></gpx>\n")


def write_records(path, fixes):
    with open(path, "w", encoding="ascii") as file:
        file.write('{\n  "locations": [')
        for index, (time, latitude, longitude, speed, accuracy) in enumerate(fixes):
            when = f'"timestamp": "{iso(time)}"' if index % 2 else f'"timestampMs": "{round(time * 1000)}"'
            # Some were written by a program whose integers were too small.
            east = round(longitude * 1e7) - (2**32 if index % 7 == 0 and longitude > 0 else 0)
            file.write(("," if index else "") + f"""{{
    "latitudeE7": {round(latitude * 1e7)},
    "longitudeE7": {east},
    "accuracy": {accuracy}, "velocity": {speed:.2f},
    "activity": [{{"activity": [{{"type": "STILL", "confidence": 100}}], "timestamp": "2024-01-01T00:00:00Z"}}],
    "source": "GPS", "deviceTag": 123456789,
    {when}
  }}""")
        file.write("]\n}\n")


def write_owntracks(path, fixes):
    with open(path, "w", encoding="ascii") as file:
        for index, (time, latitude, longitude, speed, accuracy) in enumerate(fixes):
            message = {"_type": "location", "lat": round(latitude, 8), "lon": round(longitude, 8), "tst": time,
                       "acc": accuracy, "vel": speed * 3.6}
            file.write(f"{iso(time, 0)}\t*                 \t{json.dumps(message)}\n")
            if index % 10 == 0:
                file.write(f'{iso(time, 0)}\tlwt               \t{{"_type":"lwt","tst":{round(time)}}}\n')


def write_timeline(path, fixes):
    """Writes measurements of the second half, and a path for everything, a point of which is wrong where it overlaps."""
    half = fixes[len(fixes) // 2:]
    points = [{"point": f"{latitude:.7f}°, {longitude:.7f}°", "time": iso(time)} for time, latitude, longitude, *_ in
              fixes[:len(fixes) // 2]]
    points.append({"point": "10.0°, 10.0°", "time": iso(half[len(half) // 2][0] + 1)})
    signals = [{"position": {"LatLng": f"{latitude:.7f}°, {longitude:.7f}°", "accuracyMeters": accuracy, "source": "GPS",
                             "timestamp": iso(time), "speedMetersPerSecond": speed}}
               for time, latitude, longitude, speed, accuracy in half]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"semanticSegments": [{"startTime": iso(fixes[0][0]), "endTime": iso(fixes[-1][0]),
                                         "timelinePath": points[index:index + 500]} for index in range(0, len(points), 500)],
                   "rawSignals": [{"wifiScan": {"devicesRecords": []}}, *signals],
                   "userLocationProfile": {"persona": {}}}, file, indent=2, ensure_ascii=False)


def write_nmea(path, fixes, is_speed_zero=False):
    """Writes RMC and GST, whose standard deviations make a radius that is half as large again."""
    def angle(value, digits, letters):
        minutes = abs(value) * 60
        return f"{int(minutes // 60):0{digits}}{minutes % 60:010.7f},{letters[value < 0]}"

    with open(path, "wb") as file:
        for time, latitude, longitude, speed, accuracy in fixes:
            when = datetime.datetime.fromtimestamp(time, datetime.timezone.utc)
            clock, knots = f"{when:%H%M%S}.{when.microsecond // 10000:02}", 0 if is_speed_zero else speed * 3600 / 1852
            file.write(sentence(f"GPRMC,{clock},A,{angle(latitude, 2, 'NS')},{angle(longitude, 3, 'EW')},{knots:.2f},,"
                                f"{when:%d%m%y},,,A"))
            file.write(sentence(f"GPGST,{clock},,,,,{accuracy / 1.5:.1f},{accuracy / 1.5:.1f},{accuracy}"))


def judge(year, store, tolerance=10, share=0.01, *options):
    """Compares what a track answers with the truth."""
    trips, stops = ask(store, "trips", *options), ask(store, "stops", *options)
    expect(len(trips) == len(year.trips), f"{len(trips)} trips, not {len(year.trips)}")
    expect(len(stops) == len(year.stops), f"{len(stops)} stops, not {len(year.stops)}")
    worst = {"start": 0.0, "end": 0.0, "distance": 0.0, "place": 0.0}
    for trip, (start, end, length, origin, target) in zip(trips, year.trips):
        for name, off in (("start", seconds(trip["start"]) - start), ("end", seconds(trip["end"]) - end)):
            worst[name] = max(worst[name], abs(off))
            expect(abs(off) <= tolerance, f"the {name} of {trip} is {off:.0f} s off")
        off = trip["distance"] / length - 1
        worst["distance"] = max(worst["distance"], abs(off))
        expect(abs(off) <= share, f"the distance of {trip} is not {length:.0f}")
        expect(abs(trip["duration"] - (seconds(trip["end"]) - seconds(trip["start"]))) < 0.01, f"{trip}")
        for end_name, place in (("start", origin), ("end", target)):
            near(trip[end_name + "Latitude"], trip[end_name + "Longitude"], place, 40)
    for stop, (start, end, place) in zip(stops, year.stops):
        for name, off in (("start", seconds(stop["start"]) - start), ("end", seconds(stop["end"]) - end)):
            # The last fix of the track comes up to a minute before its end.
            expect(abs(off) <= (61 if stop is stops[-1] and name == "end" else tolerance), f"the {name} of {stop}: {off:.0f} s")
        worst["place"] = max(worst["place"], near(stop["latitude"], stop["longitude"], place, 5))
    return ", ".join(f"{name} {value * 100:.2f} %" if name == "distance" else f"{name} {value:.1f}" for name, value in worst.items())


def near(latitude, longitude, place, meters):
    south, west = degrees(*PLACES[place])
    north = (latitude - south) * 110_600
    east = ((longitude - west + 180) % 360 - 180) * 106_500
    off = (north**2 + east**2) ** 0.5
    expect(off <= meters, f"{latitude}, {longitude} is {off:.0f} m from {place}")
    return off


def year_in(path, days, has_details=True, name="year", first=START):
    year = Year(days, first=first)
    write_csv(f"{path}/{name}.csv", year.fixes, has_details)
    gps("history", "import", "--store", f"{path}/{name}.sqlite", f"{path}/{name}.csv")
    return year, f"{path}/{name}.sqlite"


@check
def trips_and_stops_are_right():
    with folder() as path:
        year, store = year_in(path, OPTIONS.days)
        print(f"  {len(year.fixes)} fixes of {OPTIONS.days} days; at worst: {judge(year, store)}")
        # A part of it is as long as it is in the whole.
        third = ask(store, "stops", "--from", iso(START + 3 * DAY), "--to", iso(START + 3 * DAY + 60))
        expect(third == [stop for stop in ask(store, "stops") if seconds(stop["start"]) <= START + 3 * DAY + 60
                         and seconds(stop["end"]) >= START + 3 * DAY], f"{third}")
        work = degrees(*PLACES["work"])
        circle = f"{work[0]:.6f},{work[1]:.6f},150"
        expect(len(ask(store, "stops", "--near", circle)) == OPTIONS.days, "stops near a place")
        expect(len(ask(store, "trips", "--near", circle)) == 2 * OPTIONS.days, "trips near a place")
        expect(ask(store, "trips", "--from", "2030-01-01") == [], "there is no 2030")


@check
def towns_are_named():
    with folder() as path:
        rest = [(START + 10 * index, 47.5437, 9.6833, 0, 4) for index in range(60)]
        drive = [(START + 600 + 10 * index, 47.5437 - 0.0007 * index, 9.6833 + 0.001 * index, 12, 4) for index in range(60)]
        write_csv(f"{path}/lake.csv", rest + drive)
        gps("history", "import", "--store", f"{path}/lake.sqlite", f"{path}/lake.csv")
        stop, trip = ask(f"{path}/lake.sqlite", "stops")[0], ask(f"{path}/lake.sqlite", "trips")[0]
        expect((stop["place"], trip["startPlace"], trip["endPlace"]) == ("Lindau", "Lindau", "Bregenz"), f"{stop} {trip}")


@check
def they_are_right_without_speeds_and_accuracies():
    with folder() as path:
        # Without an accuracy, nothing tells that fixes are bad but that they lead nowhere.
        year, store = year_in(path, min(OPTIONS.days, 30), has_details=False)
        print(f"  at worst: {judge(year, store, 12)}")


@check
def every_command_measures_a_track_alike():
    with folder() as path:
        year = Year(2)
        truth = sum(trip[2] for trip in year.trips)
        for name in ("speeds", "zeros"):
            file, store = f"{path}/{name}.nmea", f"{path}/{name}.sqlite"
            write_nmea(file, year.fixes, is_speed_zero=name == "zeros")
            gps("history", "import", "--store", store, file)
            lengths = {"stats": sum(day["distance"] for day in ask(store, "stats")),
                       "trips": sum(trip["distance"] for trip in ask(store, "trips")),
                       "check": json.loads(gps("check", "--json", file)[0])["distance"],
                       "plot": 1000 * float(re.search(r"  ·  ([\d.]+) km  ·  ", gps("plot", file)[0]).group(1))}
            print(f"  {truth:.0f} m: " + ", ".join(f"{command} {length:.0f}" for command, length in lengths.items()))
            expect(all(abs(length - truth) < 0.01 * truth for length in lengths.values()), f"{name}: {lengths}, not {truth}")
            # A picture's title has tenths of a kilometer.
            pictured = lengths.pop("plot")
            expect(max(lengths.values()) - min(lengths.values()) < 10, f"{name}: {lengths}")
            expect(abs(pictured - lengths["check"]) <= 51, f"{name}: {pictured}, and {lengths}")


@check
def days_are_those_of_the_zone():
    with folder() as path:
        # Clocks change on 29 September in Auckland.
        begin = START + 82 * DAY
        year, store = year_in(path, 12, first=begin)
        for zone in ("UTC", "Pacific/Auckland", "America/St_Johns"):
            rows = {row["day"]: row for row in ask(store, "stats", "--timezone", zone)}
            day = datetime.datetime.fromtimestamp(begin, zoneinfo.ZoneInfo(zone)).date()
            end = datetime.datetime.fromtimestamp(year.fixes[-1][0], zoneinfo.ZoneInfo(zone)).date()
            while day < end:
                first, last = (datetime.datetime.combine(day + datetime.timedelta(days=later), datetime.time(),
                                                         zoneinfo.ZoneInfo(zone)).timestamp() for later in (0, 1))
                truth = {"moving": 0.0, "stopped": 0.0, "distance": 0.0}
                for kind, duration, length in year.bounds(first, last):
                    truth[kind] += duration
                    truth["distance"] += length
                row = rows.pop(str(day))
                for kind in ("moving", "stopped"):
                    expect(abs(row[kind] - truth[kind]) <= 60, f"{zone}: {row}, not {truth}")
                # Where midnight is on the way, ten seconds of it may be on the other day.
                expect(abs(row["distance"] - truth["distance"]) <= 0.01 * truth["distance"] + 120, f"{zone}: {row}, not {truth}")
                day += datetime.timedelta(days=1)
            expect(len(rows) == 1, f"{rows}")
        gps("history", "stats", "--store", store, "--timezone", "Mars/Base", fails=64)
        gps("history", "stats", "--store", store, "--timezone", "../../etc/passwd", fails=64)


@check
def trackintel_agrees():
    try:
        import geopandas  # pylint: disable=import-outside-toplevel
        import pandas  # pylint: disable=import-outside-toplevel
        import trackintel  # pylint: disable=import-outside-toplevel
    except ImportError as error:
        raise Missing(f"there is no {error.name}: pip install trackintel") from error
    with folder() as path:
        year, store = year_in(path, min(OPTIONS.days, 30))
        rows = [fix for fix in year.fixes if fix[4] <= 75]
        points = geopandas.points_from_xy([fix[2] % 360 for fix in rows], [fix[1] for fix in rows], crs="EPSG:4326")
        frame = geopandas.GeoDataFrame({"user_id": 0, "tracked_at": pandas.to_datetime([fix[0] for fix in rows], unit="s", utc=True)},
                                       geometry=points)
        frame.index.name = "id"
        stays = trackintel.Positionfixes(frame).generate_staypoints(
            method="sliding", dist_threshold=75, time_threshold=5, gap_threshold=9, include_last=True)[1]
        # It may divide a stop where noise leads out of the circle around its first fix, which is on the way there.
        joined = []
        for stay in stays.sort_values("started_at").itertuples():
            start, end = stay.started_at.timestamp(), stay.finished_at.timestamp()
            if joined and start - joined[-1][1] < 60:
                joined[-1][1] = end
            else:
                joined.append([start, end])
        stops = ask(store, "stops")
        expect(len(joined) == len(stops), f"{len(joined)} staypoints, {len(stops)} stops")
        off = max(max(abs(start - seconds(stop["start"])), abs(end - seconds(stop["end"])))
                  for (start, end), stop in zip(joined, stops))
        # A stop begins 75 m before the place there: for somebody on foot, a minute earlier.
        expect(off < 75, f"a stop is {off:.0f} s off")
        print(f"  {len(stops)} stops, {off:.0f} s apart at most")


@check
def every_format_gives_the_same_track():
    writers = {"csv": write_csv, "gpx": write_gpx, "rec": write_owntracks, "json": write_records}
    with folder() as path:
        year = Year(2)
        counts = {}
        for suffix, write in writers.items():
            file, store = f"{path}/track.{suffix}", f"{path}/{suffix}.sqlite"
            write(file, year.fixes)
            said = gps("history", "import", "--store", store, file)[1]
            expect(f"imported {len(year.fixes)} fixes" in said, said)
            before = gps("history", "--store", store, "--to", "csv")[0]
            said = gps("history", "import", "--store", store, file)[1]
            expect(f"imported 0 fixes from {file}" in said and f"{len(year.fixes)} more were there already" in said, said)
            expect(gps("history", "--store", store, "--to", "csv")[0] == before, f"importing {suffix} twice changes the track")
            counts[suffix] = [len(ask(store, what)) for what in ("trips", "stops")]
        expect(len(set(map(tuple, counts.values()))) == 1, f"{counts}")
        # What gps writes itself, compressed and from standard input.
        for suffix in ("csv", "json", "gpx"):
            content = gps("history", "--store", f"{path}/csv.sqlite", "--to", suffix)[0].encode()
            packed = gzip.compress(content, 1)
            run = subprocess.run([GPS, "history", "import", "--store", f"{path}/again-{suffix}.sqlite", "-"], input=packed,
                                 capture_output=True, check=False)
            expect(f"imported {len(year.fixes)} fixes".encode() in run.stderr, run.stderr.decode())


@check
def timeline_prefers_what_was_measured():
    with folder() as path:
        year = Year(2)
        write_timeline(f"{path}/Timeline.json", year.fixes)
        said = gps("history", "import", "--store", f"{path}/a.sqlite", f"{path}/Timeline.json")[1]
        expect(f"imported {len(year.fixes)} fixes" in said, said)
        # The iPhone's, as a list.
        visit = {"startTime": iso(START), "endTime": iso(START + 3600), "visit": {"topCandidate": {"placeLocation": "geo:47.5,9.7"}}}
        way = {"startTime": "2024-07-01T03:00:00.000+02:00", "endTime": iso(START + 7200), "timelinePath": [
            {"point": "geo:47.5,9.7", "durationMinutesOffsetFromStartTime": "1"},
            {"point": "geo:47.51,9.71", "durationMinutesOffsetFromStartTime": 2}]}
        pathlib.Path(f"{path}/iphone.json").write_text(json.dumps([visit, way]), encoding="utf-8")
        gps("history", "import", "--store", f"{path}/b.sqlite", f"{path}/iphone.json")
        times = [json.loads(line)["timestamp"] for line in gps("history", "--store", f"{path}/b.sqlite", "--to", "json")[0].splitlines()]
        expect(times == ["2024-07-01T00:00:00.000Z", "2024-07-01T01:00:00.000Z", "2024-07-01T01:01:00.000Z", "2024-07-01T01:02:00.000Z"], times)


HOSTILE = {
    "empty": b"", "zeros": bytes(100_000), "text": b"hello\n" * 1000,
    "truncated": b'{"locations": [{"latitudeE7": 475000000, "longitudeE7": 97000000, "timestampMs": "1700000000000"},{"latit',
    "wrong-bracket": b'{"locations": [{"latitudeE7": 1]}}', "after-the-end": b'{"locations": []} x',
    "nested": b'{"locations": ' + b"[" * 1_000_000, "nested-objects": b'{"locations": [' + b'{"a":' * 1_000_000,
    "nothing": b'{"locations": []}', "not-google": b'{"type": "FeatureCollection"}',
    "nan": b'{"locations": [{"latitudeE7": NaN, "longitudeE7": 1, "timestampMs": "1"}]}',
    "numbers": b'{"locations": [{"latitudeE7": 1e999, "longitudeE7": ' + b"9" * 100_000 + b', "timestampMs": "1"}]}',
    "times": b'{"locations": [{"latitudeE7": 1, "longitudeE7": 1, "timestampMs": "9' + b"9" * 30 + b'"},'
             b'{"latitudeE7": 1, "longitudeE7": 1, "timestamp": "9999-12-31T23:59:59Z"},'
             b'{"latitudeE7": 1, "longitudeE7": 1, "timestamp": "1969-12-31T23:59:59Z"}]}',
    "poles": b'{"locations": [{"latitudeE7": 910000000, "longitudeE7": 1, "timestampMs": "1700000000000"}]}',
    "string": b'{"locations": ["' + b"x" * 3_000_000, "long-object": b'{"locations": [{"x": "' + b"x" * 3_000_000 + b'"}]}',
    "utf-16": '{"locations": []}'.encode("utf-16"), "latin": b'{"locations": [{"\xe9": "\xff\xfe", "latitudeE7": "\xff"}]}',
    "csv-nan": b"time_utc,latitude_deg,longitude_deg\n2024-01-01T00:00:00Z,nan,inf\n,,\n2024-13-01T00:00:00Z,1,1\n",
    "csv-escape": b"time_utc,latitude_deg,longitude_deg\n\x1b[2J,1,1\n", "csv-long": b"time_utc,latitude_deg,longitude_deg\n" + b"1" * 200_000,
    "rec": b"2024-01-01T00:00:00Z\t*\t{\"_type\":\"location\",\"lat\":1e400,\"lon\":1,\"tst\":1}\n",
    "gpx": b'<gpx><trk><trkseg><trkpt lat="nan" lon="1"/></trkseg></trk></gpx>',
    "gpx-cut": b'<gpx><trk><trkseg><trkpt lat="1" lon="1"><time>2024-01-01T00:00:00Z</time>',
    "gzip-cut": gzip.compress(b'{"locations": []}')[:-9], "zip": b"PK\3\4....",
}


@check
def hostile_files_are_refused_in_a_line():
    with folder() as path:
        for name, content in HOSTILE.items():
            file, store = f"{path}/{name}", f"{path}/store.sqlite"
            pathlib.Path(file).write_bytes(content)
            _, said = gps("history", "import", "--store", store, file, fails=65)
            lines = [line for line in said.splitlines() if line.startswith("gps: cannot ")]
            expect(len(lines) == 1, f"{name}: {said}")
            expect("\x1b" not in said and len(said) < 1500, f"{name}: {said[:200]}")
            # The place before the cut was there.
            expect(os.path.exists(store) == (name == "truncated"), f"{name} leaves a store")
            if name == "truncated":
                expect(gps("history", "--store", store, "--to", "csv")[0].count("\n") == 2, "not one fix")
                for file_name in os.listdir(path):
                    if file_name.startswith("store"):
                        os.unlink(f"{path}/{file_name}")
        os.mkfifo(f"{path}/fifo")
        gps("history", "import", "--store", f"{path}/store.sqlite", f"{path}/fifo", fails=66, timeout=20)
        gps("history", "import", "--store", f"{path}/store.sqlite", "/dev/zero", fails=66, timeout=20)
        gps("history", "import", "--store", f"{path}/store.sqlite", path, fails=66)
        gps("history", "import", "--store", f"{path}/store.sqlite", f"{path}/missing", fails=66)
        expect(not os.path.exists(f"{path}/store.sqlite"), "a store appears")
        # A file that a link leads to is read; a store through another user's link is not.
        write_csv(f"{path}/real.csv", Year(1).fixes[:10])
        os.symlink(f"{path}/real.csv", f"{path}/link.csv")
        gps("history", "import", "--store", f"{path}/store.sqlite", f"{path}/link.csv")


@check
def a_bomb_takes_no_memory():
    with folder() as path:
        piece = gzip.compress(b'{"locations": [{"x": "' + b"x" * 50_000_000)
        pathlib.Path(f"{path}/bomb.json.gz").write_bytes(piece)
        most, run = measured("history", "import", "--store", f"{path}/store.sqlite", f"{path}/bomb.json.gz")
        expect(run == 65, f"it ended with {run}")
        print(f"  50 MB in {len(piece) / 1e3:.0f} kB: {most:.0f} MB of memory")
        expect(most < 120, f"{most:.0f} MB of memory")


def measured(*arguments):
    """Returns the most memory that a run took, in megabytes, and its exit code."""
    # A small program starts it, since a new process counts the memory of the one that it was copied from.
    script = ("import resource, subprocess, sys; code = subprocess.run(sys.argv[1:], stderr=subprocess.DEVNULL).returncode;"
              "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, code)")
    run = subprocess.run([sys.executable, "-c", script, GPS, *arguments], stdout=subprocess.PIPE, check=True)
    most, code = run.stdout.split()[-2:]
    return int(most) / 1024, int(code)


@check
def imports_take_flat_memory():
    with folder() as path:
        for suffix, write in (("json", write_records), ("rec", write_owntracks), ("csv", write_csv), ("gpx", write_gpx)):
            sizes, most = [], []
            year = Year(1)
            for megabytes in (1, OPTIONS.megabytes):
                file = f"{path}/{megabytes}.{suffix}"
                write(file, year.fixes)
                times = max(1, round(megabytes * 1e6 / os.path.getsize(file)))
                write(file, [(time + 2 * shift * DAY, *rest) for shift in range(times) for time, *rest in year.fixes])
                sizes.append(os.path.getsize(file) / 1e6)
                most.append(measured("history", "import", "--store", f"{path}/{megabytes}{suffix}.sqlite", file)[0])
                os.unlink(file)
            print(f"  {suffix}: {sizes[0]:.1f} MB took {most[0]:.0f} MB of memory, {sizes[1]:.1f} MB took {most[1]:.0f} MB")
            expect(most[1] < most[0] + 15, f"{suffix}: memory grows with the file, {most}")


# Photos.

def exiftool(*arguments):
    run = subprocess.run(["exiftool", "-config", "", *arguments], capture_output=True, check=False)
    expect(run.returncode == 0, f"exiftool {arguments}: {run.stderr.decode(errors='replace')}")
    return run.stdout


def photo(path, *tags):
    with open(path, "wb") as file:
        file.write(JPEG)
    name = os.fsencode(path)
    exiftool("-q", "-overwrite_original", *tags, name)


def tags_of(path):
    return json.loads(exiftool("-j", "-n", "-GPS:all", "-Composite:GPSLatitude", "-Composite:GPSLongitude", os.fsencode(path)))[0]


def clock(time, offset=0):
    return datetime.datetime.fromtimestamp(time + offset, datetime.timezone.utc).strftime("%Y:%m:%d %H:%M:%S")


@check
def photos_are_placed_and_read_back():
    need("exiftool")
    with folder() as path:
        year, store = year_in(path, 1)
        middle = year.trips[0][0] + 400.5
        names = ["plain.jpg", "-GPSLatitude=1.jpg", "#hash.jpg", " sp \"q\" $x `id`.jpg", os.fsdecode(b"\xe9\xff.jpg")]
        os.chdir(path)
        for name in names:
            photo(f"{path}/{name}", f"-DateTimeOriginal={clock(middle, 7200)}", "-SubSecTimeOriginal=5", "-OffsetTimeOriginal=+02:00")
        before = {name: os.stat(f"{path}/{name}").st_mtime_ns for name in names}
        out, said = gps("geotag", "--store", store, "--dry-run", "--", *map(os.fsencode, names))
        expect("would place 5 of 5 photos" in said and "its own offset, +02:00" in out, out + said)
        expect({name: os.stat(f"{path}/{name}").st_mtime_ns for name in names} == before
               and not [name for name in os.listdir(path) if "_original" in name], "a dry run writes")
        out, said = gps("geotag", "--store", store, "--", *map(os.fsencode, names))
        expect("\x1b" not in out and out.count("\n") == 5, out)
        truth = [fix for fix in year.fixes if abs(fix[0] - middle) < 4]
        for name in names:
            tags = tags_of(f"{path}/{name}")
            expect(abs(tags["GPSLatitude"] - truth[0][1]) < 0.001 and tags["GPSLatitude"] < 0, f"{name}: {tags}")
            expect(abs(tags["GPSLongitude"] - truth[0][2]) < 0.001, f"{name}: {tags}")
            expect(tags["GPSDateStamp"] == clock(middle)[:10] and tags["GPSTimeStamp"].startswith(clock(middle)[11:] + ".5"), f"{tags}")
            expect(tags["GPSMapDatum"] == "WGS-84" and tags["GPSSpeedRef"] == "K" and "GPSImgDirection" not in tags, f"{tags}")
            expect(abs(tags["GPSSpeed"] - 43.2) < 2 and tags["GPSHPositioningError"] == 4, f"{tags}")
            expect(os.path.exists(f"{path}/{name}_original"), f"{name} has no copy")


@check
def photos_across_the_date_line_and_in_every_hemisphere():
    need("exiftool")
    places = [("ne", 47.5, 9.7), ("nw", 40.0, -74.0), ("se", -33.9, 151.2), ("sw", -34.6, -58.4), ("line", -17.0, 179.9995), ("sea", 10, 20)]
    with folder() as path:
        fixes = []
        for index, (name, latitude, longitude) in enumerate(places):
            begin = START + index * DAY
            east = longitude + 0.001
            fixes += [(begin, latitude, longitude, 5, 3), (begin + 60, latitude, east - 360 if east > 180 else east, 5, 3)]
            photo(f"{path}/{name}.jpg", f"-DateTimeOriginal={clock(begin + 45)}", "-OffsetTimeOriginal=Z")
        # Below the sea: altitude −5 m.
        with open(f"{path}/t.csv", "w", encoding="ascii") as file:
            file.write("time_utc,latitude_deg,longitude_deg,altitude_msl_m\n")
            for time, latitude, longitude, *_ in fixes:
                file.write(f"{iso(time)},{latitude},{longitude},-5\n")
        gps("history", "import", "--store", f"{path}/s.sqlite", f"{path}/t.csv")
        gps("geotag", "--store", f"{path}/s.sqlite", *(f"{path}/{name}.jpg" for name, *_ in places))
        for name, latitude, longitude in places:
            tags = tags_of(f"{path}/{name}.jpg")
            east = (longitude + 0.00075 + 180) % 360 - 180
            expect(abs(tags["GPSLatitude"] - latitude) < 1e-6 and abs(tags["GPSLongitude"] - east) < 2e-6, f"{name}: {tags}, not {latitude}, {east}")
            expect(tags["GPSLatitudeRef"] == ("S" if latitude < 0 else "N"), f"{tags}")
            expect(tags["GPSAltitude"] in (-5, 5) and tags["GPSAltitudeRef"] == 1, f"{tags}")


@check
def photos_that_cannot_be_placed_are_left_alone():
    need("exiftool")
    with folder() as path:
        year, store = year_in(path, 1)
        start, end = year.fixes[0][0], year.fixes[-1][0]
        # A night without a fix between two places.
        write_csv(f"{path}/later.csv", [(end + 20_000 + index, 47.5, 9.7, 0, 4) for index in range(500)])
        gps("history", "import", "--store", store, f"{path}/later.csv")
        for name, time in (("before", start - 10), ("gap", end + 9000), ("after", end + 30_000), ("good", start + 100)):
            photo(f"{path}/{name}.jpg", f"-DateTimeOriginal={clock(time)}", "-OffsetTimeOriginal=Z")
        photo(f"{path}/undated.jpg", "-Artist=x")
        photo(f"{path}/wrong.jpg", "-Artist=x")
        pathlib.Path(f"{path}/none.jpg").write_bytes(b"no photo")
        names = ["before", "gap", "after", "undated", "none", "missing", "good"]
        content = {name: pathlib.Path(f"{path}/{name}.jpg").read_bytes() for name in names if name != "missing"}
        out, said = gps("geotag", "--store", store, *(f"{path}/{name}.jpg" for name in names), path, fails=65)
        for name in names[:-1]:
            expect(re.search(rf"cannot (place|read) \S*{name}.jpg: ", said), f"{name} is not named: {said}")
            expect(name == "missing" or pathlib.Path(f"{path}/{name}.jpg").read_bytes() == content[name], f"{name} has changed")
        expect("begins at" in said and "ends at" in said and "has a gap from" in said, said)
        expect("placed 1 of 8 photos" in said and "good.jpg" in out, said + out)
        expect(sorted(name for name in os.listdir(path) if "_original" in name) == ["good.jpg_original"], f"{os.listdir(path)}")


@check
def nothing_else_sees_or_takes_what_is_written_into_a_photo():
    need("exiftool")
    with folder() as path:
        year, store = year_in(path, 1)
        for name in ("a.jpg", "taken.jpg", "new\nline.jpg"):
            photo(f"{path}/{name}", f"-DateTimeOriginal={clock(year.trips[0][0] + 400)}", "-OffsetTimeOriginal=Z")
        pathlib.Path(f"{path}/other.jpg").write_bytes(JPEG)
        # It keeps its arguments, and after the first call, which reads the times, puts another file in a photo's place.
        os.mkdir(f"{path}/bin")
        with open(f"{path}/bin/exiftool", "w", encoding="ascii") as file:
            file.write(f'#!/bin/sh\nprintf "%s\\n" "$@" >> {path}/arguments\n{shutil.which("exiftool")} "$@"\n'
                       f"ln -sf {path}/other.jpg {path}/taken.jpg\n")
        os.chmod(f"{path}/bin/exiftool", 0o755)
        out, said = gps("geotag", "--store", store, *(f"{path}/{name}" for name in ("a.jpg", "taken.jpg", "new\nline.jpg")), fails=65,
                        env={**os.environ, "PATH": f"{path}/bin:{os.environ['PATH']}"})
        expect("placed 1 of 3 photos" in said and "a.jpg" in out, said + out)
        expect("taken.jpg: the file was replaced meanwhile; try again" in said and "cannot be given a name with a line break" in said, said)
        expect(pathlib.Path(f"{path}/other.jpg").read_bytes() == JPEG, "another file was written to")
        said = pathlib.Path(f"{path}/arguments").read_text(encoding="ascii")
        expect("GPS" not in said and ".jpg" not in said, said)


@check
def others_cannot_lead_it_to_another_file():
    need("exiftool")
    with folder() as path:
        year, store = year_in(path, 1)
        for name in ("shared", "mine"):
            os.mkdir(f"{path}/{name}")
        taken = (f"-DateTimeOriginal={clock(year.trips[0][0] + 400)}", "-OffsetTimeOriginal=Z")
        for name in ("shared/a.jpg", "mine/b.jpg", "mine/c.jpg"):
            photo(f"{path}/{name}", *taken)
        os.chmod(f"{path}/shared/a.jpg", 0o640)
        # exiftool alone writes to where this leads; another user can lay it, and tell where the new photo is to be.
        os.symlink(f"{path}/mine/victim", f"{path}/shared/a.jpg_exiftool_tmp")
        os.symlink("../mine/b.jpg", f"{path}/shared/link.jpg")
        os.symlink("../mine/c.jpg", f"{path}/shared/laid.jpg")
        names = ["a.jpg", "link.jpg"]
        if os.geteuid() == 0:
            os.chown(f"{path}/shared/a.jpg", 65534, 65533)
            os.lchown(f"{path}/shared/laid.jpg", 65534, 65534)
            names.append("laid.jpg")
        _, said = gps("geotag", "--store", store, *(f"{path}/shared/{name}" for name in names), fails=65 if len(names) == 3 else None)
        expect(sorted(os.listdir(f"{path}/mine")) == ["b.jpg", "b.jpg_original", "c.jpg"], f"{os.listdir(path + '/mine')}")
        expect("GPSLatitude" in tags_of(f"{path}/shared/a.jpg") and "GPSLatitude" in tags_of(f"{path}/mine/b.jpg"), said)
        expect(os.readlink(f"{path}/shared/link.jpg") == "../mine/b.jpg", "the link is none any more")
        expect(os.stat(f"{path}/shared/a.jpg").st_mode & 0o7777 == 0o640, "the permissions have changed")
        if os.geteuid() == 0:
            expect(os.stat(f"{path}/shared/a.jpg").st_uid == 65534 and os.stat(f"{path}/shared/a.jpg").st_gid == 65533, "the owner has changed")
            expect("laid.jpg is a link made by user 65534" in said and "GPSLatitude" not in tags_of(f"{path}/mine/c.jpg"), said)
        expect(not [name for name in os.listdir(f"{path}/shared") if name.startswith(".gps")], f"{os.listdir(path + '/shared')}")


@check
def the_offset_of_the_clock_is_said():
    need("exiftool")
    with folder() as path:
        year, store = year_in(path, 1)
        time = year.trips[0][0] + 300
        photo(f"{path}/a.jpg", f"-DateTimeOriginal={clock(time, 37)}")
        for options, zone, offset in ((("--offset", "37"), "UTC", 0), (("--offset=37",), "UTC", 0), ((), "Europe/Paris", 7237)):
            photo(f"{path}/a.jpg", f"-DateTimeOriginal={clock(time, offset or 37)}")
            out, _ = gps("geotag", "--store", store, *options, f"{path}/a.jpg", env={**os.environ, "TZ": zone})
            expect(("37 s ahead of UTC" if options else "this machine's time zone, +02:00") in out, out)
            stamp = tags_of(f"{path}/a.jpg")["GPSTimeStamp"]
            expect(stamp.startswith(clock(time, 0 if options else 37)[11:]), f"{options} {stamp}, not {clock(time)}")
        photo(f"{path}/b.jpg", f"-DateTimeOriginal={clock(time, -50)}", "-OffsetTimeOriginal=+05:00")
        out, _ = gps("geotag", "--store", store, "--dry-run", "--offset", "-50", f"{path}/b.jpg")
        expect("50 s behind UTC" in out and iso(time) in out, out)


@check
def without_exiftool_one_line_says_so():
    with folder() as path:
        _, store = year_in(path, 1)
        said = gps("geotag", "--store", store, "a.jpg", fails=69, env={"PATH": "/nowhere", "HOME": path})[1]
        expect("libimage-exiftool-perl" in said and said.count("\n") == 1, said)


def main():
    global GPS, OPTIONS  # pylint: disable=global-statement
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("gps")
    parser.add_argument("--days", type=int, default=20)
    parser.add_argument("--megabytes", type=int, default=3, help="the size of the larger imports")
    parser.add_argument("checks", nargs="*", help="the checks to run; all by default")
    OPTIONS = parser.parse_intermixed_args()
    GPS = os.path.abspath(OPTIONS.gps)
    sys.exit(perform(OPTIONS.checks, lambda function: function()))


if __name__ == "__main__":
    main()
