// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

enum PlotPanel: String, CaseIterable, ExpressibleByArgument, Sendable {
  case map, altitude, speed, accuracy, satellites

  /// The quantity of a profile, with its unit.
  var title: String {
    switch self {
    case .map: "Map"
    case .altitude: "Altitude above the sea, m"
    case .speed: "Speed, m/s"
    case .accuracy: "Horizontal accuracy, m"
    case .satellites: "Satellites used"
    }
  }

  /// Returns the quantity for a sample; `nil` if unknown.
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

  var panel: PlotPanel { self == .speed ? .speed : .accuracy }
}
