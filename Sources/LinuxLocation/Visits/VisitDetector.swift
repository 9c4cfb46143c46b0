// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS

/// A detector of visits, in Core Location's terms.
struct VisitDetector: Sendable {
  private var stays: StayDetector

  /// - Parameter stay: one that was reported before and lasts; `nil` if there is none.
  init(continuing stay: Stay? = nil) { stays = StayDetector(continuing: stay) }

  /// Processes a fix, and returns the visit that it begins or ends.
  mutating func received(_ location: CLLocation) -> CLVisit.Fields? {
    let (place, accuracy) = (location.coordinate, location.horizontalAccuracy)
    return stays.received(
      latitude: place.latitude, longitude: place.longitude,
      accuracy: accuracy < 0 ? nil : accuracy, at: location.timestamp.timeIntervalSince1970
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
