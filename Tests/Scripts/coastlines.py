#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Writes the land of the Earth, Sources/EarthData/Land/Land+Outlines.swift, from Natural Earth's countries.

    pip download --no-deps geopandas==0.14.4 && unzip geopandas-*.whl 'geopandas/datasets/*'
    pip install shapely==2.0.6
    coastlines.py geopandas/datasets/naturalearth_lowres/naturalearth_lowres.shp Sources/EarthData/Land/Land+Outlines.swift

That is Natural Earth's smallest scale, 1:110 million, in the public domain. Countries are joined along their borders;
what remains are coasts. The same versions give the same bytes. How the outlines are written is
described in Land.swift.
"""

import argparse
import pathlib
import struct

import shapely

# Units per degree: a hundredth of a degree is a kilometer, a twentieth of the shapes' accuracy.
SCALE = 100
# A gap of up to twice CRACK between neighbors is a crack; LAKE is the smallest area of a lake, in square units.
CRACK = 2
LAKE = SCALE * SCALE
WIDTH = 96

HEAD = '''// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Made by Tests/Scripts/coastlines.py from Natural Earth, 1:110 million, public domain. Do not edit.

extension Land {
  /// The outlines, as `Land` reads them.
  static let outlines: StaticString = #"""
'''
TAIL = '''    """#
}
'''


def rings(path):
    """Yields the rings of all polygons in a shapefile, in hundredths of a degree."""
    data = pathlib.Path(path).read_bytes()
    position = 100
    while position < len(data):
        _, length = struct.unpack(">ii", data[position:position + 8])
        record = data[position + 8:position + 8 + 2 * length]
        position += 8 + 2 * length
        kind, = struct.unpack("<i", record[:4])
        if kind != 5:
            continue
        parts, points = struct.unpack("<ii", record[36:44])
        starts = struct.unpack(f"<{parts}i", record[44:44 + 4 * parts])
        numbers = struct.unpack(f"<{2 * points}d", record[44 + 4 * parts:])
        places = [(round(x * SCALE), round(y * SCALE)) for x, y in zip(numbers[::2], numbers[1::2])]
        for start, end in zip(starts, starts[1:] + (points,)):
            ring = [place for index, place in enumerate(places[start:end])
                    if index == 0 or place != places[start + index - 1]]
            yield ring


def coasts(all_rings):
    """Yields the outlines of the land that the rings cover together, including those of lakes, but not of cracks."""
    countries = [shapely.make_valid(shapely.Polygon(ring)) for ring in all_rings if len(ring) > 3]
    # Neighboring countries do not always have the same corners along their border.
    wider = [country.buffer(CRACK, join_style="mitre") for country in countries]
    land = shapely.union_all(wider).buffer(-CRACK, join_style="mitre")
    land = shapely.set_precision(land, 1)
    for part in shapely.get_parts(land):
        yield corners(part.exterior)
        for hole in part.interiors:
            if shapely.Polygon(hole).area > LAKE:
                yield corners(hole)


def corners(ring):
    """Returns the corners of a ring, each once, and none of them beyond the antimeridian or the south pole."""
    places = [(min(max(int(x), -180 * SCALE), 180 * SCALE), max(int(y), -90 * SCALE)) for x, y in ring.coords]
    first = places.index(min(places))
    return places[first:-1] + places[:first]


def number(value):
    """Returns a number as characters from code 63 on: five bits each, the lowest first, plus 32 if more follow."""
    value = ~(value << 1) if value < 0 else value << 1
    letters = ""
    while value >= 32:
        letters += chr((value & 31 | 32) + 63)
        value >>= 5
    return letters + chr(value + 63)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shapes")
    parser.add_argument("output")
    arguments = parser.parse_args()
    found = sorted(coasts(list(rings(arguments.shapes))), key=lambda ring: (-len(ring), ring))
    text = ""
    for ring in found:
        x = y = 0
        for place in ring:
            text += number(place[0] - x) + number(place[1] - y)
            x, y = place
        text += "!"
    lines = [text[start:start + WIDTH] for start in range(0, len(text), WIDTH)]
    pathlib.Path(arguments.output).write_text(HEAD + "".join(f"    {line}\n" for line in lines) + TAIL)
    print(f"{len(found)} outlines, {sum(map(len, found))} places, {len(text)} letters")


main()
