// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationAuthorization
import LocationGeometry

/// What `gps wake` knows about the place on behalf of one application, as it is stored: the application does not know it yet.
struct WatchMemory: Hashable, Sendable, Codable {
  /// The sides to which the device got without an event for the application, by ``name(of:)``.
  var sides: [String: CircleTracker.Side] = [:]
  var change = SignificantChange()
  var stays = StayDetector()

  /// Returns a name that another circle does not have, nor this one once the application knows more.
  static func name(of circle: WatchedCircle) -> String {
    let area = circle.area
    return
      "\(circle.name) \(area.latitude) \(area.longitude) \(area.radius) \(circle.side?.rawValue ?? "")"
  }

  /// Brings it up to the events that are stored: `gps wake` may have been killed before it stored this.
  mutating func catchUp(with events: [WakeEvent]) {
    if let event = events.last(where: { $0.kind == .significantChange }) {
      let location = event.location
      _ = change.passes(
        latitude: location.latitude, longitude: location.longitude,
        accuracy: location.horizontalAccuracy, at: location.seconds)
    }
    let visits = events.compactMap { if case .visit(let stay) = $0.kind { stay } else { nil } }
    if let stay = visits.last, stays.isStaying != (stay.departure == nil) {
      stays = StayDetector(continuing: stay.departure == nil ? stay : nil)
    }
  }
}
