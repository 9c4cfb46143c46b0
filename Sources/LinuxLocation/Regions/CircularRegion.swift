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

/// A region of an application as a value, from which a new one is created for delegates.
///
/// It is read before the engine's lock is taken, since an application may have overridden what regions return. Nothing of the
/// application's object remains: not even its copy, which may be the object itself.
enum RequestedRegion: Sendable {
  case circle(CircularRegion)
  case beacons(BeaconRegion)
  /// A region of another kind, which has only an identifier.
  case other(identifier: String, notifiesOnEntry: Bool, notifiesOnExit: Bool)

  init(_ region: CLRegion) {
    switch region {
    case let circle as CLCircularRegion: self = .circle(CircularRegion(circle))
    case let region as CLBeaconRegion: self = .beacons(BeaconRegion(region))
    default:
      self = .other(
        identifier: region.identifier, notifiesOnEntry: region.notifyOnEntry,
        notifiesOnExit: region.notifyOnExit)
    }
  }

  /// A new object for a delegate.
  var object: CLRegion {
    switch self {
    case .circle(let circle): return circle.object
    case .beacons(let beacons): return beacons.object
    case .other(let identifier, let notifiesOnEntry, let notifiesOnExit):
      let region = CLRegion(identifier: identifier)
      (region.notifyOnEntry, region.notifyOnExit) = (notifiesOnEntry, notifiesOnExit)
      return region
    }
  }
}

/// What identifies beacons, as a value.
struct BeaconIdentity: Hashable, Sendable {
  var uuid: UUID
  /// `nil` for any.
  var major: CLBeaconMajorValue?
  /// `nil` for any.
  var minor: CLBeaconMinorValue?

  init(_ constraint: CLBeaconIdentityConstraint) {
    (uuid, major, minor) = (constraint.uuid, constraint.major, constraint.minor)
  }

  /// A new object for an application.
  var object: CLBeaconIdentityConstraint { CLBeaconIdentityConstraint(uuid, major, minor) }
}

/// A region around beacons as a value.
struct BeaconRegion: Sendable {
  let identifier: String
  private let beacons: BeaconIdentity
  private let notifies: (onEntry: Bool, onExit: Bool, onDisplay: Bool)

  init(_ region: CLBeaconRegion) {
    identifier = region.identifier
    beacons = BeaconIdentity(region.beaconIdentityConstraint)
    notifies = (region.notifyOnEntry, region.notifyOnExit, region.notifyEntryStateOnDisplay)
  }

  /// A new object for an application.
  var object: CLBeaconRegion {
    let region = CLBeaconRegion(
      beaconIdentityConstraint: beacons.object, identifier: identifier)
    (region.notifyOnEntry, region.notifyOnExit, region.notifyEntryStateOnDisplay) = notifies
    return region
  }
}
