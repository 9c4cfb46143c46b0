#!/usr/bin/env python3
# Core Location for Linux. SPDX-License-Identifier: MIT
"""Prints the AppStream metadata of this package: metainfo.py RULES

With it, a desktop offers the package when one of the receivers in the udev rule is plugged in.
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
      Finds receivers, such as GPS dongles, shows their positions in the terminal and in the browser, and records,
      replays, checks and plots what they send. A service shares one receiver among all programs.
    </p>
  </description>
  <provides>
    <binary>gps</binary>"""
TAIL = """  </provides>
</component>"""


def aliases(rules):
    """Yields the USB IDs of receivers as the kernel's modaliases write them: in uppercase hexadecimal."""
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
