// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Conversion of headings, in which nil becomes a negative sentinel.

import EarthData
import Foundation
import GNSS

extension CLHeading.Fields {
  /// The error of a compass that finds true north, degrees: no sentence reports it.
  static let trueNorthError = 2.0
  /// The error of a compass that finds magnetic north, degrees.
  static let magneticNorthError = 5.0

  /// Converts the heading that a compass has reported.
  ///
  /// A value that the receiver's own variation does not yield is derived from the World Magnetic Model, if possible.
  ///
  /// - Parameter location: the newest one that the application may know; `nil` if there is none.
  init(_ heading: Heading, at time: Date, near location: CLLocation?) {
    var (magnetic, geographic) = (heading.magneticHeading, heading.trueHeading)
    var error =
      heading.reference == .trueNorth ? Self.trueNorthError : Self.magneticNorthError
    if magnetic == nil || geographic == nil, let location,
      let model = WorldMagneticModel.declination(
        latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
        altitude: location.ellipsoidalAltitude,
        year: WorldMagneticModel.year(secondsSince1970: time.timeIntervalSince1970))
    {
      if magnetic == nil { error = hypot(error, model.deviation) }
      (magnetic, geographic) = (
        magnetic ?? geographic.map { Self.normalized($0 - model.degrees) },
        geographic ?? magnetic.map { Self.normalized($0 + model.degrees) }
      )
    }
    self.init(
      magneticHeading: magnetic ?? -1, trueHeading: geographic ?? -1,
      headingAccuracy: magnetic == nil && geographic == nil ? -1 : error, timestamp: time)
  }

  private static func normalized(_ degrees: Double) -> Double {
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    return turned < 0 ? turned + 360 : turned
  }
}

extension Heading {
  /// What the compass measured, without what the variation adds, which says where the device is.
  var measured: Heading {
    var measured = self
    switch reference {
    case .trueNorth: measured.magneticHeading = nil
    case .magneticNorth: measured.trueHeading = nil
    }
    return measured
  }
}
