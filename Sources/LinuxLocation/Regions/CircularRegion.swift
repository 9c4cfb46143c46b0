// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// A circle as a value, from which a ``CLCircularRegion`` is created for delegates.
struct CircularRegion: Hashable, Sendable, Codable {
  var identifier: String
  /// Degrees.
  var latitude: Double
  /// Degrees.
  var longitude: Double
  /// Meters.
  var radius: Double
  var notifiesOnEntry = true
  var notifiesOnExit = true

  init(_ region: CLCircularRegion) {
    identifier = region.identifier
    latitude = region.center.latitude
    longitude = region.center.longitude
    radius = region.radius
    notifiesOnEntry = region.notifyOnEntry
    notifiesOnExit = region.notifyOnExit
  }

  init(identifier: String, center: CLLocationCoordinate2D, radius: Double) {
    self.identifier = identifier
    latitude = center.latitude
    longitude = center.longitude
    self.radius = radius
  }

  var center: CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }

  func hasCircle(of other: CircularRegion) -> Bool {
    (latitude, longitude, radius) == (other.latitude, other.longitude, other.radius)
  }

  /// A new object for a delegate.
  var object: CLCircularRegion {
    let region = CLCircularRegion(center: center, radius: radius, identifier: identifier)
    region.notifyOnEntry = notifiesOnEntry
    region.notifyOnExit = notifiesOnExit
    return region
  }
}

/// A region that cannot be monitored, on its way back to the delegate.
// Proof of Sendable: the object is a copy without other references, and is handed over once.
struct FailedRegion: @unchecked Sendable {
  let object: CLRegion

  init(_ region: CLRegion) { object = region.copy() as? CLRegion ?? region }
}

/// A region that an application wants to be monitored.
///
/// It is read before the engine's lock is taken: an application may have overridden what regions return.
enum RequestedRegion: Sendable {
  case circle(CircularRegion)
  case other(FailedRegion)

  init(_ region: CLRegion) {
    if let circle = region as? CLCircularRegion {
      self = .circle(CircularRegion(circle))
    } else {
      self = .other(FailedRegion(region))
    }
  }
}
