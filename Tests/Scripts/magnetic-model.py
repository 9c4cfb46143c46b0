#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Writes the World Magnetic Model's coefficients as Swift, from the WMM.COF that NOAA publishes.

The file is in the public domain. It comes with the model at https://www.ncei.noaa.gov/products/world-magnetic-model
and inside the PyPI package pygeomag (pygeomag/wmm/WMM_2025.COF).

    magnetic-model.py WMM.COF > Sources/EarthData/Magnetism/WorldMagneticModel+Coefficients.swift
    magnetic-model.py --samples WMM.COF     prints declinations of pygeomag, an independent implementation, for the tests
"""

import pathlib
import random
import sys

HEAD = """// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Written by Tests/Scripts/magnetic-model.py from {name} of {released}, which NOAA and the British Geological Survey
// publish in the public domain.

extension WorldMagneticModel {{
  /// The year for which the coefficients hold without their rates of change; they serve for five years.
  static let epoch = {epoch}

  /// Schmidt semi-normalized coefficients g and h, nT, and their rates of change, nT a year.
  ///
  /// In the order of degree and order: (1, 0), (1, 1), (2, 0) … (12, 12).
  static let coefficients: [(g: Double, h: Double, gRate: Double, hRate: Double)] = [
"""


def read(path):
    lines = pathlib.Path(path).read_text(encoding="ascii").splitlines()
    epoch, name, released = lines[0].split()
    rows = []
    for line in lines[1:]:
        if line.startswith("99999"):
            break
        degree, order, *figures = line.split()
        rows.append((int(degree), int(order), *map(float, figures)))
    expected = [(n, m) for n in range(1, 13) for m in range(n + 1)]
    assert [row[:2] for row in rows] == expected, "not a model of degree 12"
    return float(epoch), name, released, rows


def write(path):
    epoch, name, released, rows = read(path)
    print(HEAD.format(name=name, released=released, epoch=epoch), end="")
    for row in rows:
        print("    (%s)," % ", ".join(f"{figure:g}" if abs(figure) < 1e5 else str(figure) for figure in row[2:]))
    print("  ]\n}")


def samples(path, count):
    """Yields places, and the declination and horizontal intensity there as pygeomag computes them."""
    import pygeomag

    model = pygeomag.GeoMag(coefficients_file=str(pathlib.Path(path).resolve()))
    random.seed(2025)
    for _ in range(count):
        latitude, longitude = round(random.uniform(-80, 80), 3), round(random.uniform(-180, 180), 3)
        altitude, year = round(random.uniform(0, 10), 2), round(random.uniform(2025, 2029.99), 2)
        result = model.calculate(glat=latitude, glon=longitude, alt=altitude, time=year)
        yield latitude, longitude, altitude, year, result.d, result.h


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--samples":
        for row in samples(sys.argv[2], 16):
            print("      (%s, %s, %s, %s, %.3f, %.0f)," % row)
    elif len(sys.argv) == 2:
        write(sys.argv[1])
    else:
        sys.exit(__doc__)
