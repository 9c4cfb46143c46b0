// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Applications do what the format of this project does not allow.

// swift-format-ignore-file

import CoreLocation

/// What applications add to the types of the framework.
extension CLLocationCoordinate2D: @retroactive Equatable, @retroactive Hashable {
  public static func == (one: Self, other: Self) -> Bool {
    one.latitude == other.latitude && one.longitude == other.longitude
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(latitude)
    hasher.combine(longitude)
  }
}

extension CLLocationCoordinate2D: @retroactive Codable {
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    self.init(
      latitude: try values.decode(Double.self), longitude: try values.decode(Double.self))
  }
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(latitude)
    try values.encode(longitude)
  }
}

extension CLAuthorizationStatus: @retroactive CustomStringConvertible {
  public var description: String { "\(rawValue)" }
}

struct Waypoint: Hashable, Codable {
  var name: String
  var coordinate: CLLocationCoordinate2D
}
