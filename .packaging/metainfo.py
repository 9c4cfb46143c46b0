#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Prints what AppStream knows of this package: metainfo.py RULES

With it, desktops offer the package to whoever plugs in one of the receivers that the udev rule is for.
"""

import re
import sys

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!-- Core Location for Linux. SPDX-License-Identifier: MIT -->
<component type="console-application">
  <id>io.github.core_location_linux.gps</id>
  <name>gps</name>
  <summary>GNSS receivers as a location service and in the terminal</summary>
  <metadata_license>MIT</metadata_license>
  <project_license>MIT</project_license>
  <description>
    <p>
      Finds receivers that send NMEA 0183, such as GPS dongles, and prints, records, replays, checks and configures what
      they send. A service shares one receiver among all programs.
    </p>
  </description>
  <provides>
    <binary>gps</binary>"""
TAIL = """  </provides>
</component>"""


def aliases(rules):
    """The numbers of receivers as the kernel writes them: hexadecimal, in capitals."""
    for vendor, products in re.findall(r'idVendor}=="(\w+)", ATTRS{idProduct}=="([^"]+)", GOTO="gps_receiver"', rules):
        for product in products.split("|"):
            yield f"usb:v{vendor.upper()}p{product.upper()}d*"


def main():
    with open(sys.argv[1], encoding="utf-8") as rules:
        found = list(aliases(rules.read()))
    if not found:
        sys.exit(f"cannot find a receiver in {sys.argv[1]}")
    print("\n".join([HEAD, *[f"    <modalias>{alias}</modalias>" for alias in found], TAIL]))


main()
