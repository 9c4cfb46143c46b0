// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationGeometry

/// An event of which an application has not been notified yet, as it is stored.
package struct WakeEvent: Hashable, Sendable, Codable {
  package enum Kind: Hashable, Sendable {
    case region(identifier: String, CircleTracker.Side)
    /// A condition of a `CLMonitor` has changed; the monitor is named by its file.
    case condition(monitor: String, identifier: String, CircleTracker.Side)
    /// The device is far from where it was at the last significant change.
    case significantChange
    case visit(Stay)
  }

  package var kind: Kind
  /// The fix that showed it.
  package var location: StoredLocation

  package init(_ kind: Kind, at location: StoredLocation) {
    (self.kind, self.location) = (kind, location)
  }
}

extension WakeEvent {
  private enum CodingKeys: String, CodingKey {
    case kind, region, monitor, condition, side, stay, location
  }

  private enum Name: String, Codable { case region, condition, significantChange, visit }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    func side() throws -> CircleTracker.Side {
      try members.decode(CircleTracker.Side.self, forKey: .side)
    }
    switch try members.decode(Name.self, forKey: .kind) {
    case .region:
      kind = .region(identifier: try members.decode(String.self, forKey: .region), try side())
    case .condition:
      kind = .condition(
        monitor: try members.decode(String.self, forKey: .monitor),
        identifier: try members.decode(String.self, forKey: .condition), try side())
    case .significantChange: kind = .significantChange
    case .visit: kind = .visit(try members.decode(Stay.self, forKey: .stay))
    }
    location = try members.decode(StoredLocation.self, forKey: .location)
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    switch kind {
    case .region(let identifier, let side):
      try members.encode(Name.region, forKey: .kind)
      try members.encode(identifier, forKey: .region)
      try members.encode(side, forKey: .side)
    case .condition(let monitor, let identifier, let side):
      try members.encode(Name.condition, forKey: .kind)
      try members.encode(monitor, forKey: .monitor)
      try members.encode(identifier, forKey: .condition)
      try members.encode(side, forKey: .side)
    case .significantChange: try members.encode(Name.significantChange, forKey: .kind)
    case .visit(let stay):
      try members.encode(Name.visit, forKey: .kind)
      try members.encode(stay, forKey: .stay)
    }
    try members.encode(location, forKey: .location)
  }
}
