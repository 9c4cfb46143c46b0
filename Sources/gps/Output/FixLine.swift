// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON
import LocationPage

/// The text form of fixes; the form for programs is `Fix.json`.
enum FixLine {
  /// What is left out of a line if a terminal is too narrow; each case also leaves out what those before it do.
  enum Brevity: Int, Comparable {
    case complete, wholeWords, date, verticalAccuracy, quality, centimeters
    case milliseconds, decimeters, satellites, mode, course

    /// The next case, which leaves out more; `nil` after the last.
    var shorter: Brevity? { Brevity(rawValue: rawValue + 1) }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  static func text(
    _ fix: Fix, _ brevity: Brevity = .complete, in units: UnitSystem = .metric,
    to line: inout [UInt8]
  ) {
    timestamp(fix.time, brevity, to: &line)
    place(fix, brevity, in: units, to: &line)
    if let altitude = fix.altitude {
      line.append("  ")
      line.append(altitude, units.lengthUnit, decimals: brevity < .decimeters ? 1 : 0)
      if let accuracy = fix.verticalAccuracy, brevity < .verticalAccuracy {
        append(accuracy: accuracy, in: units, to: &line)
      }
    }
    appendMotion(fix, brevity, in: units, to: &line)
    appendQuality(fix, brevity, to: &line)
    if fix.source == .geoClue { line.append("  (GeoClue)") }
    if fix.isSimulated { line.append(brevity < .milliseconds ? "  (simulated)" : "  (sim)") }
  }

  /// Appends the coordinate of a fix, with its accuracy if that is known.
  static func place(
    _ fix: Fix, _ brevity: Brevity = .complete, in units: UnitSystem = .metric,
    to line: inout [UInt8]
  ) {
    let isPrecise = brevity < .centimeters
    coordinate(fix.latitude, isPrecise, in: units, positive: "N", negative: "S", to: &line)
    line.append("  ")
    coordinate(fix.longitude, isPrecise, in: units, positive: "E", negative: "W", to: &line)
    if let accuracy = fix.horizontalAccuracy { append(accuracy: accuracy, in: units, to: &line) }
  }

  private static func append(
    accuracy: Double, in units: UnitSystem, to line: inout [UInt8]
  ) {
    line.append(" \u{B1}")
    line.append(
      accuracy, units.lengthUnit, decimals: accuracy < units.lengthUnit.size ? 2 : 0)
  }

  private static func appendMotion(
    _ fix: Fix, _ brevity: Brevity, in units: UnitSystem, to line: inout [UInt8]
  ) {
    if let speed = fix.speed {
      line.append("  ")
      line.append(speed, units.speedUnit, decimals: 1)
    }
    if let course = fix.course, brevity < .course {
      line.append("  ")
      line.append(digits: UInt64(course.rounded()) % 360, width: 3)
      line.append("\u{B0}")
    }
  }

  private static func appendQuality(
    _ fix: Fix, _ brevity: Brevity, to line: inout [UInt8]
  ) {
    let quality = brevity < .quality ? fix.quality?.name : nil
    let words = [brevity < .mode ? fix.mode?.name : nil, quality].compactMap(\.self).joined(
      separator: " ")
    if !words.isEmpty {
      line.append("  ")
      line.append(words)
    }
    if let used = fix.satellitesUsed, brevity < .satellites {
      line.append("  ")
      line.append(String(used))
      if let view = fix.satellitesInView {
        line.append("/")
        line.append(String(view))
      }
      line.append(brevity < .wholeWords ? " satellites" : " sat")
    }
    if let signed = fix.authentication, signed.status == .verified, brevity < .satellites {
      line.append("  ")
      line.append(String(signed.satellitesAuthenticated))
      line.append(" signed")
    }
    if brevity < .wholeWords, let corrections = corrections(fix) {
      line.append("  corrections " + corrections)
    }
  }

  /// The age of the corrections that a fix is computed with, and their station; `nil` if the receiver reports no age.
  static func corrections(_ fix: Fix) -> String? {
    fix.differentialAge.map { age in
      String(age, decimals: 1) + " s old" + (fix.differentialStation.map { ", from \($0)" } ?? "")
    }
  }

  static func note(_ text: String, _ time: FixTime?, _ brevity: Brevity, to line: inout [UInt8]) {
    timestamp(time, brevity, to: &line)
    line.append(text)
  }

  /// Appends a time, if there is one, and the space behind it.
  private static func timestamp(
    _ time: FixTime?, _ brevity: Brevity, to line: inout [UInt8]
  ) {
    guard var time else { return }
    if brevity >= .date { time.date = nil }
    if brevity >= .milliseconds {
      line.append(clock: time.time)
      line.append("Z")
    } else {
      line.append(time, separator: " ")
    }
    line.append("  ")
  }

  /// Appends a coordinate to a centimeter, or else to a meter; always with all decimals, so that lines stay aligned.
  private static func coordinate(
    _ value: Double, _ isPrecise: Bool, in units: UnitSystem, positive: String, negative: String,
    to line: inout [UInt8]
  ) {
    if units == .nautical, value.magnitude <= 360 {
      // Rounded only once, so that the minutes never become 60.
      let step = isPrecise ? 100_000 : 1000
      let count = Int((value.magnitude * Double(60 * step)).rounded())
      let minutes = count % (60 * step)
      line.append(String(count / (60 * step)))
      line.append("\u{B0}")
      line.append(digits: UInt64(minutes / step), width: 2)
      line.append(".")
      line.append(digits: UInt64(minutes % step), width: isPrecise ? 5 : 3)
      line.append("'")
    } else {
      line.append(value.magnitude, decimals: isPrecise ? 7 : 5, padded: true)
      line.append("\u{B0}")
    }
    line.append(value < 0 ? negative : positive)
  }
}

extension [UInt8] {
  /// Appends a value in meters, or in meters per second, in a unit, with its symbol.
  fileprivate mutating func append(_ value: Double, _ unit: UnitSystem.Unit, decimals: Int) {
    append(value / unit.size, decimals: decimals, padded: true)
    append(" ")
    append(unit.name)
  }
}
