// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON
import NMEA0183

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

  static func text(_ fix: Fix, _ brevity: Brevity = .complete, to line: inout [UInt8]) {
    timestamp(fix.time, brevity, to: &line)
    place(fix, brevity, to: &line)
    if let altitude = fix.altitude {
      line.append("  ")
      line.append(altitude, decimals: brevity < .decimeters ? 1 : 0, padded: true)
      line.append(" m")
      if let accuracy = fix.verticalAccuracy, brevity < .verticalAccuracy {
        append(accuracy: accuracy, to: &line)
      }
    }
    appendMotion(fix, brevity, to: &line)
    appendQuality(fix, brevity, to: &line)
    if fix.source == .geoClue { line.append("  (GeoClue)") }
    if fix.isSimulated { line.append(brevity < .milliseconds ? "  (simulated)" : "  (sim)") }
  }

  /// Appends the coordinate of a fix, with its accuracy if that is known.
  static func place(_ fix: Fix, _ brevity: Brevity = .complete, to line: inout [UInt8]) {
    // Seven decimals are about a centimeter, five a meter.
    let decimals = brevity < .centimeters ? 7 : 5
    coordinate(fix.latitude, decimals, positive: "N", negative: "S", to: &line)
    line.append("  ")
    coordinate(fix.longitude, decimals, positive: "E", negative: "W", to: &line)
    if let accuracy = fix.horizontalAccuracy { append(accuracy: accuracy, to: &line) }
  }

  private static func append(accuracy: Double, to line: inout [UInt8]) {
    line.append(" \u{B1}")
    line.append(accuracy, decimals: accuracy < 1 ? 2 : 0, padded: true)
    line.append(" m")
  }

  private static func appendMotion(
    _ fix: Fix, _ brevity: Brevity, to line: inout [UInt8]
  ) {
    if let speed = fix.speed {
      line.append("  ")
      line.append(speed, decimals: 1, padded: true)
      line.append(" m/s")
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

  private static func coordinate(
    _ value: Double, _ decimals: Int, positive: String, negative: String,
    to line: inout [UInt8]
  ) {
    // Always all decimals, so that lines stay aligned.
    line.append(value.magnitude, decimals: decimals, padded: true)
    line.append("\u{B0}")
    line.append(value < 0 ? negative : positive)
  }
}
