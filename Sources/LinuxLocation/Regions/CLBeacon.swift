// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

// Proof of Sendable: its one stored property is a constant of a Sendable type; subclasses are responsible for theirs.
/// A beacon that was ranged.
///
/// There is no Bluetooth here, so beacons come only from archives.
open class CLBeacon: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private struct Fields: Sendable {
    var uuid: UUID
    var major: Int
    var minor: Int
    var proximity: CLProximity
    var accuracy: CLLocationAccuracy
    var rssi: Int
    var timestamp: Date
  }

  private let fields: Fields

  /// Creates a beacon with the nil UUID that was never detected, for subclasses to override.
  public override init() {
    fields = Fields(
      uuid: .none, major: 0, minor: 0, proximity: .unknown, accuracy: -1, rssi: 0,
      timestamp: .distantPast)
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
  open var proximity: CLProximity { fields.proximity }

  /// The accuracy of the distance, meters, 1 σ; negative if unknown.
  open var accuracy: CLLocationAccuracy { fields.accuracy }

  /// The strength of its signal, dBm.
  open var rssi: Int { fields.rssi }

  /// When it was ranged.
  open var timestamp: Date { fields.timestamp }

  /// Creates a beacon from an archive; `nil` if it has no identifier.
  public required init?(coder: NSCoder) {
    guard let uuid = coder.decodeObject(of: NSUUID.self, forKey: "uuid") else { return nil }
    fields = Fields(
      uuid: uuid._bridgeToSwift(), major: coder.decodeInteger(forKey: "major"),
      minor: coder.decodeInteger(forKey: "minor"),
      proximity: CLProximity(rawValue: coder.decodeInteger(forKey: "proximity")) ?? .unknown,
      accuracy: coder.decodeDouble(forKey: "accuracy"), rssi: coder.decodeInteger(forKey: "rssi"),
      timestamp: Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "timestamp")))
    super.init()
  }

  /// Writes the beacon to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(NSUUID(uuidString: uuid.uuidString), forKey: "uuid")
    coder.encode(fields.major, forKey: "major")
    coder.encode(fields.minor, forKey: "minor")
    coder.encode(fields.proximity.rawValue, forKey: "proximity")
    coder.encode(fields.accuracy, forKey: "accuracy")
    coder.encode(fields.rssi, forKey: "rssi")
    coder.encode(fields.timestamp.timeIntervalSinceReferenceDate, forKey: "timestamp")
  }

  /// Always `true`.
  open class var supportsSecureCoding: Bool { true }

  /// Returns itself, since it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
