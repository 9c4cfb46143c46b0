// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

/// A beacon that was ranged.
///
/// There is no Bluetooth here, so beacons come only from archives.
open class CLBeacon: NSObject, NSCopying, NSSecureCoding {
  private struct Fields: Sendable {
    var uuid = UUID.none
    var major = 0
    var minor = 0
    var proximity = CLProximity.unknown
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
  open var proximity: CLProximity { fields.proximity }

  /// The accuracy of the distance, meters, 1 σ; negative if unknown.
  open var accuracy: CLLocationAccuracy { fields.accuracy }

  /// The strength of its signal, dBm.
  open var rssi: Int { fields.rssi }

  /// When it was ranged.
  open var timestamp: Date { fields.timestamp }

  /// What identifies it, how near it is, and how strong its signal, in one line.
  open override var description: String {
    "CLBeacon (uuid:\(uuid.uuidString), major:\(major), minor:\(minor), proximity:\(proximity.rawValue)"
      + String(format: " +/- %.2fm", accuracy) + ", rssi:\(rssi))"
  }

  /// Apple's class, by which an archive is read where this one does not exist.
  open override class func classFallbacksForKeyedArchiver() -> [String] { ["CLBeacon"] }

  /// Creates a beacon from an archive, of an Apple device too; one that was never detected if that contains none.
  public required init?(coder: NSCoder) {
    let prefix = Self.keyPrefix
    var fields = Fields()
    if let uuid = coder.object(NSUUID.self, prefix + "ProximityUUID") {
      fields.uuid = uuid._bridgeToSwift()
    }
    fields.major = coder.object(NSNumber.self, prefix + "Major")?.intValue ?? 0
    fields.minor = coder.object(NSNumber.self, prefix + "Minor")?.intValue ?? 0
    fields.proximity = coder.integer(prefix + "Proximity").flatMap(CLProximity.init) ?? .unknown
    fields.accuracy = coder.number(prefix + "Accuracy") ?? -1
    fields.rssi = coder.integer(prefix + "RSSI") ?? 0
    self.fields = fields
    super.init()
  }

  /// Writes the beacon to an archive, in Apple's form, which does not contain the time.
  open func encode(with coder: NSCoder) {
    let prefix = Self.keyPrefix
    coder.encode(fields.uuid._bridgeToObjectiveC(), forKey: prefix + "ProximityUUID")
    coder.encode(major, forKey: prefix + "Major")
    coder.encode(minor, forKey: prefix + "Minor")
    coder.encode(fields.proximity.rawValue, forKey: prefix + "Proximity")
    coder.encode(fields.accuracy, forKey: prefix + "Accuracy")
    coder.encode(fields.rssi, forKey: prefix + "RSSI")
  }

  private static let keyPrefix = "kCLBeaconCodingKey"

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
