// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool
import Glibc
import LinuxSystem
import LocationGeometry
import LocationJSON
import LocationPage
import NMEA0183

/// The options of `gps history trips`, `stops` and `stats`.
struct TrackPartOptions: ParsableArguments {
  @OptionGroup var file: StoreFileOption

  @Option("yyyy-mm-dd hh:mm", "Leave out what ended before this time, or before this day.")
  var from: TimeArgument?

  @Option(
    name: [.customLong("until"), .customLong("to")], "yyyy-mm-dd hh:mm",
    "Leave out what began after this time, or after this day.")
  var until: TimeArgument?

  @Option(
    help: .value(
      "zone",
      "Use the days and times of this zone, such as Europe/Paris, or of this machine: \"local\". (default: UTC)"
    ))
  var timezone: String?

  @Option(
    parsing: .unconditional, "latitude,longitude,m",
    "Only stops in this circle, and trips through it.")
  var near: Circle?

  @OptionGroup var units: UnitOptions

  @OptionGroup var output: FormatOptions

  func read() throws -> TrackAnswer {
    let zone = try zone
    let range = (start: from?.first(in: zone), end: until?.last(in: zone))
    if let start = range.start, let end = range.end, start > end {
      throw Failure.usage("--from after --until", "the earlier time to --from")
    }
    let store = try file.track(to: "find trips in")
    let parts = try TrackParts(store, from: range.start, to: range.end, near: near)
    let format = try output.chosen()
    return TrackAnswer(
      parts: parts.parts, zone: zone, format: format,
      units: try units.chosen(for: format),
      limits: TrackLimits(time: from != nil || until != nil, place: near != nil),
      range: (range.start.map { Double($0) / 1e9 } ?? -.infinity)...(range.end.map {
        Double($0) / 1e9
      } ?? .infinity))
  }

  private var zone: LocalTimeZone? {
    get throws {
      guard let timezone else { return nil }
      if timezone == "local" { return LocalTimeZone() }
      guard let zone = LocalTimeZone(named: timezone) else {
        throw Failure.usage(
          "--timezone \(timezone)",
          "a name in /usr/share/zoneinfo, such as Europe/Paris; Debian's package tzdata has them")
      }
      return zone
    }
  }
}

struct TrackLimits {
  let time: Bool
  let place: Bool

  /// ` in that time and place`; empty for the whole track.
  var words: String {
    let names = (time ? ["time"] : []) + (place ? ["place"] : [])
    return names.isEmpty ? "" : " in that " + names.joined(separator: " and ")
  }

  var options: String {
    ((time ? ["--from", "--until"] : []) + (place ? ["--near"] : [])).joined(separator: ", ")
  }
}

struct TrackAnswer {
  let parts: [TrackPart]
  let zone: LocalTimeZone?
  let format: OutputFormat
  /// Those of the text.
  let units: UnitSystem
  let limits: TrackLimits
  /// The period that was asked for, seconds since 1970.
  let range: ClosedRange<Double>

  var calendar: DailyTotals.Calendar {
    guard let zone else { return .utc }
    return DailyTotals.Calendar(day: { zone.day(at: $0) }, start: { zone.start(ofDay: $0) })
  }

  func print(
    _ rows: [(members: JSONMembers, cells: [String])], _ columns: [TextTable.Column],
    named name: String
  ) throws {
    var output = StandardOutput()
    try output.list(rows, columns, format)
    if rows.isEmpty { complain("the track has no \(name)\(limits.words)") }
  }

  var zoneName: String { zone.map { $0.name ?? "local" } ?? "UTC" }

  func text(_ time: Double) -> String {
    let second = Int(time.rounded())
    let local = FixTime(
      nanosecondsSince1970: Int64(second + (zone?.offset(at: second) ?? 0)) * 1_000_000_000)
    return (local.date?.description ?? "") + " " + String(local.time.description.prefix(8))
  }
}

extension Double {
  /// The time, seconds since 1970, as ISO 8601 in UTC, to the millisecond.
  var iso8601: String {
    String(FixTime(nanosecondsSince1970: Int64((self * 1000).rounded()) * 1_000_000))
  }

  /// Seconds as `1:05:12`.
  var clock: String {
    let seconds = Int(rounded())
    return "\(seconds / 3600):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
  }
}
