// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The detector of visits, in Core Location's terms.

import Foundation
import GNSS
import LocationGeometry

extension StayDetector {
  mutating func received(_ location: CLLocation) -> CLVisit.Fields? {
    received(
      latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
      accuracy: location.knownAccuracy, at: location.timestamp.timeIntervalSince1970
    ).map(CLVisit.Fields.init)
  }
}

extension CLVisit.Fields {
  init(_ stay: Stay) {
    self.init(
      arrivalDate: stay.arrival.map(Date.init(timeIntervalSince1970:)) ?? .distantPast,
      departureDate: stay.departure.map(Date.init(timeIntervalSince1970:)) ?? .distantFuture,
      coordinate: CLLocationCoordinate2D(latitude: stay.latitude, longitude: stay.longitude),
      horizontalAccuracy: stay.accuracy)
  }
}
