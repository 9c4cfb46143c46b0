// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON
import LocationPage

/// Figures for people, as the page writes them: see `Page/units.js`.
extension UnitSystem {
  /// A unit: its size in meters, or in meters per second, and its symbol.
  typealias Unit = (size: Double, name: String)

  var speedUnit: Unit {
    switch self {
    case .metric: (1 / 3.6, "km/h")
    case .nautical: (1852.0 / 3600, "kn")
    case .imperial: (1609.344 / 3600, "mph")
    }
  }

  var lengthUnit: Unit { self == .imperial ? (0.3048, "ft") : (1, "m") }

  /// That of ways which are too far for ``lengthUnit``.
  var farUnit: Unit {
    switch self {
    case .metric: (1000, "km")
    case .nautical: (1852, "NM")
    case .imperial: (1609.344, "mi")
    }
  }

  /// Returns the unit in which a way or a scale of this many meters is measured.
  func unit(for meters: Double) -> Unit { meters >= 1000 ? farUnit : lengthUnit }

  /// Formats a speed in meters per second, such as `3.6 km/h`.
  func speed(_ value: Double) -> String {
    "\(String(value / speedUnit.size, decimals: 1, padded: true)) \(speedUnit.name)"
  }

  /// Formats a length in meters, by default with a decimal below 10 of its unit.
  func length(_ meters: Double, decimals: Int? = nil) -> String {
    let value = meters / lengthUnit.size
    let decimals = decimals ?? (value.magnitude < 9.95 ? 1 : 0)
    return "\(PlotNumber.text(value, decimals: decimals)) \(lengthUnit.name)"
  }

  /// Formats a way in meters: from a kilometer on in kilometers or in miles.
  func distance(_ meters: Double) -> String {
    guard meters >= 1000 else { return length(meters) }
    let value = meters / farUnit.size
    return
      "\(PlotNumber.text(value, decimals: value < 10 ? 2 : value < 100 ? 1 : 0)) \(farUnit.name)"
  }
}
