// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

// Proof of Sendable: its one stored property is a constant of a Sendable type; subclasses are responsible for theirs.
/// A description of beacons.
///
/// There is no Bluetooth here: a constraint can be created and stored, but no beacon is ever found.
open class CLBeaconIdentityConstraint: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private struct Fields: Hashable, Sendable {
    var uuid: UUID
    var major: CLBeaconMajorValue?
    var minor: CLBeaconMinorValue?
  }

  private let fields: Fields

  /// The identifier that the beacons share.
  open var uuid: UUID { fields.uuid }

  /// The number of the group; `nil` for any.
  open var major: CLBeaconMajorValue? { fields.major }

  /// The number within the group; `nil` for any.
  open var minor: CLBeaconMinorValue? { fields.minor }

  /// Describes all beacons with an identifier.
  public init(uuid: UUID) {
    fields = Fields(uuid: uuid)
    super.init()
  }

  /// Describes a group of beacons.
  public init(uuid: UUID, major: CLBeaconMajorValue) {
    fields = Fields(uuid: uuid, major: major)
    super.init()
  }

  /// Describes one beacon.
  public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
    fields = Fields(uuid: uuid, major: major, minor: minor)
    super.init()
  }

  /// Apple's class, by which an archive is read where this one does not exist.
  open override class func classFallbacksForKeyedArchiver() -> [String] {
    ["CLBeaconIdentityConstraint"]
  }

  init(_ uuid: UUID, _ major: CLBeaconMajorValue?, _ minor: CLBeaconMinorValue?) {
    fields = Fields(uuid: uuid, major: major, minor: minor)
    super.init()
  }

  /// Creates a constraint from an archive, of an Apple device too; `nil` if that contains none.
  public required init?(coder: NSCoder) {
    let prefix = Self.keyPrefix
    guard let uuid = coder.object(NSUUID.self, prefix + "UUID") else { return nil }
    fields = Fields(
      uuid: uuid._bridgeToSwift(),
      major: coder.object(NSNumber.self, prefix + "Major")?.uint16Value,
      minor: coder.object(NSNumber.self, prefix + "Minor")?.uint16Value)
    super.init()
  }

  /// Writes the constraint to an archive, in Apple's form.
  open func encode(with coder: NSCoder) {
    let prefix = Self.keyPrefix
    coder.encode(fields.uuid._bridgeToObjectiveC(), forKey: prefix + "UUID")
    coder.encode(fields.major.map(NSNumber.init(value:)), forKey: prefix + "Major")
    coder.encode(fields.minor.map(NSNumber.init(value:)), forKey: prefix + "Minor")
  }

  private static let keyPrefix = "kCLBeaconIdentityConstraint"

  /// Always `true`.
  open class var supportsSecureCoding: Bool { true }

  /// Returns itself, since it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the other object describes the same beacons.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLBeaconIdentityConstraint else { return false }
    return uuid == other.uuid && major == other.major && minor == other.minor
  }

  /// Equal constraints have equal hashes.
  open override var hash: Int { uuid.hashValue }
}
