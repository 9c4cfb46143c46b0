// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

/// Something that a ``CLMonitor`` can watch.
public protocol CLCondition: Decodable, Encodable, Sendable {}

extension CLMonitor {
  /// The condition of being within a circle.
  public struct CircularGeographicCondition: CLCondition, Codable, Sendable {
    /// Its center.
    public let center: CLLocationCoordinate2D
    /// Its radius, meters.
    public let radius: CLLocationDistance

    /// Creates a circle, without checking it.
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
      self.center = center
      self.radius = radius
    }

    private enum Key: String, CodingKey { case latitude, longitude, radius }

    /// Creates a condition from an archive.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      center = CLLocationCoordinate2D(
        latitude: try values.decode(Double.self, forKey: .latitude),
        longitude: try values.decode(Double.self, forKey: .longitude))
      radius = try values.decode(Double.self, forKey: .radius)
    }

    /// Writes the condition to an archive.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Key.self)
      try values.encode(center.latitude, forKey: .latitude)
      try values.encode(center.longitude, forKey: .longitude)
      try values.encode(radius, forKey: .radius)
    }
  }

  /// The condition of being near a beacon.
  ///
  /// There is no Bluetooth here, so the condition cannot be watched.
  public struct BeaconIdentityCondition: CLCondition, Codable, Sendable {
    /// The identifier that the beacons share.
    public let uuid: UUID
    /// The number of the group; `nil` for any.
    public let major: UInt16?
    /// The number within the group; `nil` for any.
    public let minor: UInt16?

    /// Describes all beacons with an identifier.
    public init(uuid: UUID) { (self.uuid, major, minor) = (uuid, nil, nil) }

    /// Describes a group of beacons.
    public init(uuid: UUID, major: UInt16) { (self.uuid, self.major, minor) = (uuid, major, nil) }

    /// Describes one beacon.
    public init(uuid: UUID, major: UInt16, minor: UInt16) {
      (self.uuid, self.major, self.minor) = (uuid, major, minor)
    }
  }
}

struct ConditionMonitor: Sendable {
  var circles = RegionMonitor()
  /// Whether the circles are stored between launches.
  let persists: Bool
  var reported = UpdateDiagnostics()

  /// Watches a circle; returns false if the circle is invalid.
  mutating func add(
    _ circle: CLMonitor.CircularGeographicCondition, _ identifier: String,
    assuming state: CLMonitor.Event.State
  ) -> Bool {
    let assumed: CLRegionState =
      switch state {
      case .satisfied: .inside
      case .unsatisfied: .outside
      case .unknown, .unmonitored: .unknown
      }
    let region = CircularRegion(
      identifier: identifier, center: circle.center, radius: circle.radius)
    return circles.add(region, state: assumed) == nil
  }

  /// Processes a fix, and returns the events of the conditions that it changes.
  mutating func received(_ location: CLLocation, isHeld: Bool) -> [CLMonitor.Event] {
    circles.received(location, isHeld: isHeld).map { [persists] change in
      CLMonitor.Event(
        identifier: change.region.identifier,
        state: change.state == .inside ? .satisfied : .unsatisfied, date: location.timestamp,
        persistenceUnavailable: !persists)
    }
  }
}
