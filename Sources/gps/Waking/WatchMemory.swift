// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationAuthorization

/// What `gps wake` knows about the place on behalf of one application, as it is stored: the application does not know it yet.
struct WatchMemory: Hashable, Sendable, Codable {
  /// The sides to which the device got without an event for the application, by ``name(of:)``.
  var sides: [String: CircleTracker.Side] = [:]
  var change = SignificantChange()
  var stays = StayDetector()

  /// Returns a name that another circle does not have, nor this one once the application knows more.
  static func name(of circle: WatchedCircle) -> String {
    "\(circle.name) \(circle.latitude) \(circle.longitude) \(circle.radius) \(circle.side?.rawValue ?? "")"
  }
}
