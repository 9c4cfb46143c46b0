// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// Makes locations as inexact as somebody wishes who grants reduced accuracy only.
///
/// Places are snapped to the middle of the cell of a grid that never moves, so that many locations tell no more
/// than one. A new one comes every 15 minutes of the receiver's time at most.
struct ReducedAccuracy: Sendable {
  /// The height of a cell, degrees: 5 km.
  ///
  /// Its width is the same in meters, as far as whole cells go round the earth.
  static let step = 0.045
  /// From the middle of a cell to its corner, meters.
  static let accuracy: CLLocationAccuracy = 3600
  static let interval: TimeInterval = 900

  /// The newest one; `nil` before the first.
  private(set) var location: CLLocation?

  /// Takes an exact location; what it becomes if that is news.
  mutating func take(_ exact: CLLocation) -> CLLocation? {
    if let location {
      let elapsed = exact.timestamp.timeIntervalSince(location.timestamp)
      if elapsed >= 0, elapsed < Self.interval { return nil }
    }
    let reduced = CLLocation(
      .init(
        coordinate: Self.snap(exact.coordinate), horizontalAccuracy: Self.accuracy,
        timestamp: exact.timestamp, isSimulatedBySoftware: exact.fields.isSimulatedBySoftware,
        isProducedByAccessory: exact.fields.isProducedByAccessory))
    location = reduced
    return reduced
  }

  static func snap(_ place: CLLocationCoordinate2D) -> CLLocationCoordinate2D {
    let row = min((place.latitude / step).rounded(.down), 90 / step - 1)
    let latitude = (row + 0.5) * step
    // As many cells as fit round this row.
    let count = max((360 * cos(latitude * .pi / 180) / step).rounded(.down), 1)
    let width = 360 / count
    let column = min(((place.longitude + 180) / width).rounded(.down), count - 1)
    return CLLocationCoordinate2D(
      latitude: latitude, longitude: (column + 0.5) * width - 180)
  }
}
