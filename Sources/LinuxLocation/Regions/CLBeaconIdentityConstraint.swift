// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

// Proof of Sendable: its properties are constant.
/// Which beacons are meant.
///
/// There is no Bluetooth here: it can be made and kept, and none is ever found.
open class CLBeaconIdentityConstraint: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// What all of them share.
  public let uuid: UUID
  /// The group among them; `nil` for any.
  public let major: CLBeaconMajorValue?
  /// The one in the group; `nil` for any.
  public let minor: CLBeaconMinorValue?

  /// All beacons of this identifier.
  public convenience init(uuid: UUID) { self.init(uuid, nil, nil) }

  /// A group of them.
  public convenience init(uuid: UUID, major: CLBeaconMajorValue) { self.init(uuid, major, nil) }

  /// One of them.
  public convenience init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
    self.init(uuid, major, minor)
  }

  init(_ uuid: UUID, _ major: CLBeaconMajorValue?, _ minor: CLBeaconMinorValue?) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
    super.init()
  }

  /// From an archive; `nil` if it has no identifier.
  public required init?(coder: NSCoder) {
    guard let uuid = coder.decodeObject(of: NSUUID.self, forKey: "uuid") else { return nil }
    self.uuid = uuid._bridgeToSwift()
    func number(_ key: String) -> UInt16? {
      coder.containsValue(forKey: key)
        ? UInt16(truncatingIfNeeded: coder.decodeInteger(forKey: key)) : nil
    }
    major = number("major")
    minor = number("minor")
    super.init()
  }

  /// Writes it to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(NSUUID(uuidString: uuid.uuidString), forKey: "uuid")
    if let major { coder.encode(Int(major), forKey: "major") }
    if let minor { coder.encode(Int(minor), forKey: "minor") }
  }

  /// True.
  open class var supportsSecureCoding: Bool { true }

  /// Itself, for it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the other one means the same beacons.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLBeaconIdentityConstraint else { return false }
    return uuid == other.uuid && major == other.major && minor == other.minor
  }

  /// Equal constraints have equal hashes.
  open override var hash: Int { uuid.hashValue }
}
