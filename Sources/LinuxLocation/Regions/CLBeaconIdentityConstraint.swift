// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

// Proof of Sendable: its one stored property is a constant of a Sendable type; subclasses answer for theirs.
/// Which beacons are meant.
///
/// There is no Bluetooth here: it can be made and kept, and none is ever found.
open class CLBeaconIdentityConstraint: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private struct Fields: Sendable {
    var uuid: UUID
    var major: CLBeaconMajorValue?
    var minor: CLBeaconMinorValue?
  }

  private let fields: Fields

  /// What all of them share.
  open var uuid: UUID { fields.uuid }

  /// The group among them; `nil` for any.
  open var major: CLBeaconMajorValue? { fields.major }

  /// The one in the group; `nil` for any.
  open var minor: CLBeaconMinorValue? { fields.minor }

  /// All beacons of this identifier.
  public init(uuid: UUID) {
    fields = Fields(uuid: uuid)
    super.init()
  }

  /// A group of them.
  public init(uuid: UUID, major: CLBeaconMajorValue) {
    fields = Fields(uuid: uuid, major: major)
    super.init()
  }

  /// One of them.
  public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
    fields = Fields(uuid: uuid, major: major, minor: minor)
    super.init()
  }

  /// From an archive; `nil` if it has no identifier.
  public required init?(coder: NSCoder) {
    guard let uuid = coder.decodeObject(of: NSUUID.self, forKey: "uuid") else { return nil }
    func number(_ key: String) -> UInt16? {
      coder.containsValue(forKey: key)
        ? UInt16(truncatingIfNeeded: coder.decodeInteger(forKey: key)) : nil
    }
    fields = Fields(
      uuid: uuid._bridgeToSwift(), major: number("major"), minor: number("minor"))
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
