// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

// Proof of Sendable: its one stored property is a constant of a Sendable type; subclasses are responsible for theirs.
/// A beacon that was ranged.
///
/// There is no Bluetooth here, so beacons come only from archives.
open class CLBeacon: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private struct Fields: Codable, Sendable {
    var uuid = UUID.none
    var major = 0
    var minor = 0
    /// The raw value of ``CLProximity``.
    var proximity = CLProximity.unknown.rawValue
    var accuracy: CLLocationAccuracy = -1
    var rssi = 0
    var timestamp = Date.distantPast
  }

  private let fields: Fields

  /// Creates a beacon with the nil UUID that was never detected, for subclasses to override.
  public override init() {
    fields = Fields()
    super.init()
  }

  /// The identifier that all beacons of its kind share.
  open var uuid: UUID { fields.uuid }

  /// The same as ``uuid``.
  @available(*, deprecated, renamed: "uuid")
  open var proximityUUID: UUID { uuid }

  /// The number of its group.
  open var major: NSNumber { NSNumber(value: fields.major) }

  /// Its number within the group.
  open var minor: NSNumber { NSNumber(value: fields.minor) }

  /// How near it is.
  open var proximity: CLProximity { CLProximity(rawValue: fields.proximity) ?? .unknown }

  /// The accuracy of the distance, meters, 1 σ; negative if unknown.
  open var accuracy: CLLocationAccuracy { fields.accuracy }

  /// The strength of its signal, dBm.
  open var rssi: Int { fields.rssi }

  /// When it was ranged.
  open var timestamp: Date { fields.timestamp }

  /// Creates a beacon from an archive, one that was never detected if that contains none.
  public required init?(coder: NSCoder) {
    fields = coder.decode(Fields.self, of: CLBeacon.self) ?? Fields()
    super.init()
  }

  /// Writes the beacon to an archive.
  open func encode(with coder: NSCoder) { coder.encode(fields, of: CLBeacon.self) }

  /// Always `true`.
  open class var supportsSecureCoding: Bool { true }

  /// Returns itself, since it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// How near a beacon is.
public enum CLProximity: Int, Sendable {
  /// Unknown.
  case unknown = 0
  /// Next to it.
  case immediate = 1
  /// Some meters away.
  case near = 2
  /// Farther.
  case far = 3
}
