// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183

/// How fixes are printed.
enum FixLine {
  /// No line is longer, in bytes.
  static let capacity = 2048

  /// Appends a fix as a JSON object; what is not known is left out.
  static func json(_ fix: Fix, to line: inout OutputSpan<UInt8>) {
    line.beginObject()
    if fix.time.date != nil {
      line.quoted("timestamp") { timestamp(fix.time, to: &$0, separator: UInt8(ascii: "T")) }
    } else {
      line.quoted("timeOfDay") { timeOfDay(fix.time.time, to: &$0) }
    }
    line.number("latitude", fix.latitude, decimals: 10)
    line.number("longitude", fix.longitude, decimals: 10)
    line.number("altitude", fix.altitude, decimals: 4)
    line.number("ellipsoidalAltitude", fix.ellipsoidalAltitude, decimals: 4)
    line.number("geoidSeparation", fix.geoidSeparation, decimals: 4)
    line.number("speed", fix.speed, decimals: 4)
    // What would be rounded up to 360 is north.
    line.number("course", fix.course.map { $0 < 359.999_95 ? $0 : 0 }, decimals: 4)
    line.number("verticalSpeed", fix.verticalSpeed, decimals: 4)
    line.number("horizontalAccuracy", fix.horizontalAccuracy, decimals: 3)
    line.number("verticalAccuracy", fix.verticalAccuracy, decimals: 3)
    line.number("speedAccuracy", fix.speedAccuracy, decimals: 3)
    line.number("courseAccuracy", fix.courseAccuracy, decimals: 3)
    line.string("horizontalAccuracySource", fix.horizontalAccuracySource?.name)
    line.string("verticalAccuracySource", fix.verticalAccuracySource?.name)
    line.string("quality", fix.quality?.name)
    line.string("mode", fix.mode?.name)
    line.number("hdop", fix.dilutionOfPrecision.horizontal, decimals: 4)
    line.number("vdop", fix.dilutionOfPrecision.vertical, decimals: 4)
    line.number("pdop", fix.dilutionOfPrecision.position, decimals: 4)
    line.integer("satellitesUsed", fix.satellitesUsed)
    line.integer("satellitesInView", fix.satellitesInView)
    line.number("differentialAge", fix.differentialAge, decimals: 4)
    line.integer("differentialStation", fix.differentialStation)
    line.flag("simulated", fix.isSimulated)
    line.flag("rolloverCorrected", fix.time.isRolloverCorrected)
    line.endObject()
  }

  /// What of a line for people is left out where a terminal is too narrow; each case leaves out what those before it do.
  enum Brevity: Int, Comparable {
    case complete, wholeWords, date, verticalAccuracy, quality, centimeters
    case milliseconds, decimeters, satellites, mode, course

    /// The next that leaves out more; `nil` behind the last.
    var shorter: Brevity? { Brevity(rawValue: rawValue + 1) }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Appends a fix as a line for people.
  static func text(_ fix: Fix, _ brevity: Brevity = .complete, to line: inout OutputSpan<UInt8>) {
    timestamp(fix.time, brevity, to: &line)
    line.append("  ")
    // Seven decimals are a centimeter, five are a meter.
    let decimals = brevity < .centimeters ? 7 : 5
    coordinate(fix.latitude, decimals, positive: "N", negative: "S", to: &line)
    line.append("  ")
    coordinate(fix.longitude, decimals, positive: "E", negative: "W", to: &line)
    if let accuracy = fix.horizontalAccuracy {
      line.append(" \u{B1}")
      line.append(accuracy, decimals: accuracy < 1 ? 2 : 0, padded: true)
      line.append(" m")
    }
    if let altitude = fix.altitude {
      line.append("  ")
      line.append(altitude, decimals: brevity < .decimeters ? 1 : 0, padded: true)
      line.append(" m")
      if let accuracy = fix.verticalAccuracy, brevity < .verticalAccuracy {
        line.append(" \u{B1}")
        line.append(accuracy, decimals: accuracy < 1 ? 2 : 0, padded: true)
        line.append(" m")
      }
    }
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
    let quality = brevity < .quality ? fix.quality?.name : nil
    let words = [brevity < .mode ? fix.mode?.name : nil, quality].compactMap(\.self).joined(
      separator: " ")
    if !words.isEmpty {
      line.append("  ")
      line.append(words)
    }
    if let used = fix.satellitesUsed, brevity < .satellites {
      line.append("  ")
      line.append(decimal: used)
      if let view = fix.satellitesInView {
        line.append("/")
        line.append(decimal: view)
      }
      line.append(brevity < .wholeWords ? " satellites" : " sat")
    }
    if fix.isSimulated { line.append(brevity < .milliseconds ? "  (simulated)" : "  (sim)") }
  }

  /// Appends a line for people that says that the fix is lost.
  static func lost(
    _ time: FixTime?, _ brevity: Brevity = .complete, to line: inout OutputSpan<UInt8>
  ) {
    if let time {
      timestamp(time, brevity, to: &line)
      line.append("  ")
    }
    line.append("fix lost")
  }

  private static func timestamp(
    _ time: FixTime, _ brevity: Brevity, to line: inout OutputSpan<UInt8>
  ) {
    var time = time
    if brevity >= .date { time.date = nil }
    if brevity >= .milliseconds {
      clock(time.time, to: &line)
      return line.append("Z")
    }
    timestamp(time, to: &line, separator: UInt8(ascii: " "))
  }

  /// Appends date and time; only the time when there is no date.
  static func timestamp(_ time: FixTime, to line: inout OutputSpan<UInt8>, separator: UInt8) {
    if let date = time.date {
      line.append(digits: UInt64(date.year), width: 4)
      line.append("-")
      line.append(digits: UInt64(date.month), width: 2)
      line.append("-")
      line.append(digits: UInt64(date.day), width: 2)
      line.append(separator)
    }
    timeOfDay(time.time, to: &line)
    line.append("Z")
  }

  private static func clock(_ time: UTCTime, to line: inout OutputSpan<UInt8>) {
    line.append(digits: UInt64(time.hour), width: 2)
    line.append(":")
    line.append(digits: UInt64(time.minute), width: 2)
    line.append(":")
    line.append(digits: UInt64(time.second), width: 2)
  }

  private static func timeOfDay(_ time: UTCTime, to line: inout OutputSpan<UInt8>) {
    clock(time, to: &line)
    line.append(".")
    let milliseconds = UInt64(time.nanosecond / 1_000_000)
    if time.nanosecond % 1_000_000 == 0 {
      line.append(digits: milliseconds, width: 3)
    } else {
      line.append(digits: UInt64(time.nanosecond), width: 9)
    }
  }

  private static func coordinate(
    _ value: Double, _ decimals: Int, positive: StaticString, negative: StaticString,
    to line: inout OutputSpan<UInt8>
  ) {
    // All of them, so that lines stay in columns.
    line.append(value.magnitude, decimals: decimals, padded: true)
    line.append("\u{B0}")
    line.append(value < 0 ? negative : positive)
  }
}

extension FixQuality {
  /// What the quality is called in output; the number, for one that nobody here knows.
  var name: String {
    switch self {
    case .invalid: "invalid"
    case .autonomous: "autonomous"
    case .differential: "differential"
    case .precise: "precise"
    case .rtkFixed: "rtkFixed"
    case .rtkFloat: "rtkFloat"
    case .estimated: "estimated"
    case .manual: "manual"
    case .simulated: "simulated"
    default: String(rawValue)
    }
  }
}

extension FixMode {
  /// What the mode is called in output.
  var name: String {
    switch self {
    case .none: "none"
    case .twoDimensional: "2D"
    case .threeDimensional: "3D"
    }
  }
}

extension AccuracySource {
  /// What the source is called in output: the sentence.
  var name: String {
    switch self {
    case .pseudorangeStatistics: "GST"
    case .ubloxEstimate: "PUBX00"
    case .garminEstimate: "PGRME"
    case .sirfEstimate: "PSRFEPE"
    case .faultDetection: "GBS"
    case .dilutionOfPrecision: "DOP"
    case .assumed: "assumed"
    }
  }
}
