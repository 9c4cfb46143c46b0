// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import LinuxSystem
import LocationPage

enum PlotPanel: String, CaseIterable, ExpressibleByArgument, Sendable {
  case map, altitude, speed, accuracy, satellites

  /// The quantity of a profile, with its unit.
  func title(in units: UnitSystem) -> String {
    switch self {
    case .map: "Map"
    case .altitude: "Altitude above the sea, \(units.lengthUnit.name)"
    case .speed: "Speed, \(units.speedUnit.name)"
    case .accuracy: "Horizontal accuracy, \(units.lengthUnit.name)"
    case .satellites: "Satellites used"
    }
  }

  /// Returns the quantity for a sample in these units; `nil` if unknown.
  func value(_ sample: PlotSample, in units: UnitSystem) -> Double? {
    value(sample).map { value in
      switch self {
      case .map, .satellites: value
      case .altitude, .accuracy: value / units.lengthUnit.size
      case .speed: value / units.speedUnit.size
      }
    }
  }

  /// Returns the quantity for a sample in SI units; `nil` if unknown.
  func value(_ sample: PlotSample) -> Double? {
    switch self {
    case .map: nil
    case .altitude: sample.altitude
    case .speed: sample.speed
    case .accuracy: sample.accuracy
    case .satellites: sample.satellites
    }
  }

  var beginsAtZero: Bool { self != .altitude }
}

/// The quantity that the colors of the track show.
enum PlotColor: String, CaseIterable, ExpressibleByArgument, Sendable {
  case speed, accuracy
  /// How long the track was where, in place of a line.
  case density

  /// The quantity of a sample; `nil` if it is none of a sample.
  var panel: PlotPanel? {
    switch self {
    case .speed: .speed
    case .accuracy: .accuracy
    case .density: nil
    }
  }
}

/// Colors for a range of values, from dark blue to light orange.
///
/// They differ in lightness as well, so that a print in grayscale remains readable.
struct ColorScale {
  let range: ClosedRange<Double>

  static let steps = 24

  /// Equidistant colors: red, green and blue.
  private static let stops: [SIMD3<Double>] = [
    SIMD3(36, 24, 138), SIMD3(106, 0, 168), SIMD3(177, 42, 144), SIMD3(225, 100, 98),
    SIMD3(246, 160, 55),
  ]

  func step(of value: Double) -> Int {
    let width = range.upperBound - range.lowerBound
    guard width > 0 else { return 0 }
    let part = (value - range.lowerBound) / width
    return min(max(Int(part * Double(Self.steps)), 0), Self.steps - 1)
  }

  static func color(_ step: Int) -> String {
    let place = Double(step) / Double(steps - 1) * Double(stops.count - 1)
    let index = min(Int(place), stops.count - 2)
    let mixed = stops[index] + (stops[index + 1] - stops[index]) * (place - Double(index))
    return "#"
      + [mixed.x, mixed.y, mixed.z].map { hexadecimal(Int($0.rounded()), digits: 2) }.joined()
  }
}
