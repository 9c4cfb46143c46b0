// Core Location for Linux. SPDX-License-Identifier: MIT

package import ArgumentParser
import GNSS
package import LocationGeometry

/// Which positions `gps publish` sends.
package struct SendingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, "time",
    "Send a position at least this often, such as 60s or 5m, even if nothing moves.")
  package var every = ListeningTime.fiveMinutes

  @Option(
    "m", "Send a position after this many meters, if that exceeds its accuracy.",
    in: 0...1_000_000, of: "meters")
  package var minDistance = 50.0

  @Option(
    "degrees", "Send a position when the course has changed by this many degrees.", in: 1...180,
    of: "degrees")
  package var turn = 30.0

  @Option(
    "n/s|n/min|n/h",
    "Send no more often than this, such as 1/s or 6/min; region events are sent in addition.")
  package var maxRate = SendingRate.onePerSecond

  @Option(
    parsing: .unconditionalSingleValue, "name,latitude,longitude,m",
    "Send an event when this circle is entered or left; repeatable.")
  package var region: [NamedCircle] = []

  @Option(
    parsing: .unconditionalSingleValue, "latitude,longitude,m",
    "Send nothing from this circle; repeatable.")
  package var quietZone: [Circle] = []

  @Flag(help: "Send only the center of a 5 km cell, every quarter of an hour, and nothing else.")
  package var reduced = false

  @Flag(
    name: .customLong("hold-back-warned"),
    help: "Send no position that has warnings, such as of jamming; see docs/integrity.md.")
  package var holdsBackWarned = false

  package init() {}
}
