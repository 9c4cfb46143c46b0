// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON
import LocationPage
import NMEA0183

struct Quantities {
  let units: UnitSystem
  let degrees: MonitorSettings.DegreeFormat
  let glyphs: Glyphs

  func length(_ meters: Double) -> String { length(meters) { $0.magnitude < 10 ? 1 : 0 } }

  /// Formats an altitude to a tenth of its unit.
  func altitude(_ meters: Double) -> String { length(meters) { _ in 1 } }

  /// Formats an accuracy, with two decimals below 1, as in `gps watch`.
  func accuracy(_ meters: Double) -> String { glyphs.plusMinus + length(meters) { $0 < 1 ? 2 : 0 } }

  private func length(_ meters: Double, _ decimals: (Double) -> Int) -> String {
    let value = meters / units.lengthUnit.size
    return "\(Self.number(value, decimals: decimals(value))) \(units.lengthUnit.name)"
  }

  func speed(_ metersPerSecond: Double) -> String { units.speed(metersPerSecond) }

  func direction(_ degrees: Double) -> String {
    guard degrees.magnitude < 1e6 else { return "" }
    let whole = ((Int(degrees.rounded()) % 360) + 360) % 360
    return padded(whole, to: 3) + glyphs.degree
  }

  func latitude(_ value: Double) -> String { coordinate(value, positive: "N", negative: "S") }
  func longitude(_ value: Double) -> String { coordinate(value, positive: "E", negative: "W") }

  private func coordinate(_ value: Double, positive: String, negative: String) -> String {
    let side = value < 0 ? negative : positive
    let magnitude = value.magnitude
    guard magnitude <= 360 else { return "\(magnitude) \(side)" }
    let degree = glyphs == .unicode ? "°" : " "
    switch degrees {
    case .decimal:
      return Self.number(magnitude, decimals: 7) + glyphs.degree + side
    case .minutes:
      // Rounded only once, so that the minutes never become 60.
      let units = Int((magnitude * 60e5).rounded())
      let minutes = Self.twoDigits(Double(units % 6_000_000) / 1e5, decimals: 5)
      return "\(units / 6_000_000)\(degree)\(minutes)'\(side)"
    case .seconds:
      let units = Int((magnitude * 3600e3).rounded())
      let seconds = Self.twoDigits(Double(units % 60_000) / 1e3, decimals: 3)
      let minutes = padded(units / 60_000 % 60)
      return "\(units / 3_600_000)\(degree)\(minutes)'\(seconds)\"\(side)"
    }
  }

  private static func twoDigits(_ value: Double, decimals: Int) -> String {
    (value < 10 ? "0" : "") + number(value, decimals: decimals)
  }

  static func number(_ value: Double, decimals: Int) -> String {
    String(value, decimals: decimals, padded: true)
  }

  /// Formats a duration as `4 s`, `2 min 05 s` or `3 h 07 min`.
  static func elapsed(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    let (minutes, hours) = (seconds / 60, seconds / 3600)
    if seconds < 60 { return "\(seconds) s" }
    if hours == 0 { return "\(minutes) min \(padded(seconds % 60)) s" }
    return "\(hours) h \(padded(minutes % 60)) min"
  }

  /// Formats milliseconds, with one decimal below 10.
  static func milliseconds(_ duration: Duration) -> String {
    let value = duration / .milliseconds(1)
    return number(value, decimals: value < 10 ? 1 : 0) + " ms"
  }
}
