// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON
import NMEA0183

/// The text form of numbers and times in a picture.
enum PlotNumber {
  /// Formats a number with a true minus sign and without trailing zeros.
  static func text(_ value: Double, decimals: Int) -> String {
    let text = String(value.magnitude, decimals: decimals)
    return value < 0 && text != "0" ? "−" + text : text
  }

  /// Returns the decimals that tell values apart which differ by this much: centimeters below a meter.
  static func decimals(_ length: Double) -> Int { length < 1 ? 2 : length < 20 ? 1 : 0 }

  /// Formats a distance in meters, or in kilometers from one kilometer.
  static func distance(_ meters: Double) -> String {
    if meters < 1000 { return "\(text(meters, decimals: 0)) m" }
    return "\(text(meters / 1000, decimals: meters < 100_000 ? 2 : 0)) km"
  }

  /// Formats a duration in its two largest units.
  static func duration(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    let units = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")]
    guard let first = units.firstIndex(where: { whole >= $0.0 }) else { return "0 s" }
    var parts = ["\(whole / units[first].0) \(units[first].1)"]
    if first + 1 < units.count {
      let next = whole % units[first].0 / units[first + 1].0
      if next > 0 { parts.append("\(next) \(units[first + 1].1)") }
    }
    return parts.joined(separator: " ")
  }

  /// Formats the time of day at a number of seconds since midnight, which may be on another day.
  static func clock(_ seconds: Double, withSeconds: Bool) -> String {
    let whole = Int(seconds.rounded())
    let second = whole - Int((Double(whole) / 86_400).rounded(.down)) * 86_400
    let minutes = "\(padded(second / 3600)):\(padded(second / 60 % 60))"
    return withSeconds ? "\(minutes):\(padded(second % 60))" : minutes
  }
}
