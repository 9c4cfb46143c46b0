// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183

/// How fixes are printed.
enum FixLine {
  /// Appends a fix as a JSON object; what is not known is left out.
  static func json(_ fix: Fix, to line: inout [UInt8]) {
    var object = JSONObject(line)
    line = []
    if fix.time.date != nil {
      object.quoted("timestamp") { timestamp(fix.time, to: &$0, separator: UInt8(ascii: "T")) }
    } else {
      object.quoted("timeOfDay") { timeOfDay(fix.time.time, to: &$0) }
    }
    object.number("latitude", fix.latitude, decimals: 10)
    object.number("longitude", fix.longitude, decimals: 10)
    object.number("altitude", fix.altitude, decimals: 4)
    object.number("ellipsoidalAltitude", fix.ellipsoidalAltitude, decimals: 4)
    object.number("geoidSeparation", fix.geoidSeparation, decimals: 4)
    object.number("speed", fix.speed, decimals: 4)
    // What would be rounded up to 360 is north.
    object.number("course", fix.course.map { $0 < 359.999_95 ? $0 : 0 }, decimals: 4)
    object.number("verticalSpeed", fix.verticalSpeed, decimals: 4)
    object.number("horizontalAccuracy", fix.horizontalAccuracy, decimals: 3)
    object.number("verticalAccuracy", fix.verticalAccuracy, decimals: 3)
    object.number("speedAccuracy", fix.speedAccuracy, decimals: 3)
    object.number("courseAccuracy", fix.courseAccuracy, decimals: 3)
    object.string("horizontalAccuracySource", fix.horizontalAccuracySource?.name)
    object.string("verticalAccuracySource", fix.verticalAccuracySource?.name)
    object.string("quality", fix.quality?.name)
    object.string("mode", fix.mode?.name)
    object.number("hdop", fix.dilutionOfPrecision.horizontal, decimals: 4)
    object.number("vdop", fix.dilutionOfPrecision.vertical, decimals: 4)
    object.number("pdop", fix.dilutionOfPrecision.position, decimals: 4)
    object.integer("satellitesUsed", fix.satellitesUsed)
    object.integer("satellitesInView", fix.satellitesInView)
    object.number("differentialAge", fix.differentialAge, decimals: 4)
    object.integer("differentialStation", fix.differentialStation)
    object.flag("simulated", fix.isSimulated)
    object.flag("rolloverCorrected", fix.time.isRolloverCorrected)
    line = object.finish()
  }

  /// Appends a fix as a line for people.
  static func text(_ fix: Fix, to line: inout [UInt8]) {
    timestamp(fix.time, to: &line, separator: UInt8(ascii: " "))
    line.append("  ")
    coordinate(fix.latitude, positive: "N", negative: "S", to: &line)
    line.append("  ")
    coordinate(fix.longitude, positive: "E", negative: "W", to: &line)
    if let accuracy = fix.horizontalAccuracy {
      line.append(" \u{B1}")
      line.append(accuracy, decimals: accuracy < 1 ? 2 : 0, padded: true)
      line.append(" m")
    }
    if let altitude = fix.altitude {
      line.append("  ")
      line.append(altitude, decimals: 1, padded: true)
      line.append(" m")
      if let accuracy = fix.verticalAccuracy {
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
    if let course = fix.course {
      line.append("  ")
      line.append(digits: UInt64(course.rounded()) % 360, width: 3)
      line.append("\u{B0}")
    }
    line.append("  ")
    line.append(
      contentsOf: [fix.mode?.name, fix.quality?.name].compactMap(\.self)
        .joined(separator: " ").utf8)
    if let used = fix.satellitesUsed {
      line.append("  ")
      line.append(decimal: used)
      if let view = fix.satellitesInView {
        line.append("/")
        line.append(decimal: view)
      }
      line.append(" satellites")
    }
    if fix.isSimulated { line.append("  (simulated)") }
  }

  /// Appends a line for people that says that the fix is lost.
  static func lost(_ time: FixTime?, to line: inout [UInt8]) {
    if let time {
      timestamp(time, to: &line, separator: UInt8(ascii: " "))
      line.append("  ")
    }
    line.append("fix lost")
  }

  /// Appends date and time; only the time when there is no date.
  static func timestamp(_ time: FixTime, to line: inout [UInt8], separator: UInt8) {
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

  private static func timeOfDay(_ time: UTCTime, to line: inout [UInt8]) {
    line.append(digits: UInt64(time.hour), width: 2)
    line.append(":")
    line.append(digits: UInt64(time.minute), width: 2)
    line.append(":")
    line.append(digits: UInt64(time.second), width: 2)
    line.append(".")
    let milliseconds = UInt64(time.nanosecond / 1_000_000)
    if time.nanosecond % 1_000_000 == 0 {
      line.append(digits: milliseconds, width: 3)
    } else {
      line.append(digits: UInt64(time.nanosecond), width: 9)
    }
  }

  private static func coordinate(
    _ value: Double, positive: StaticString, negative: StaticString, to line: inout [UInt8]
  ) {
    // Seven decimals are a centimeter; all of them, so that lines stay in columns.
    let scaled = UInt64((value.magnitude * 1e7).rounded())
    line.append(digits: scaled / 10_000_000, width: 1)
    line.append(".")
    line.append(digits: scaled % 10_000_000, width: 7)
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
    }
  }
}
