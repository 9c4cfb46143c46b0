// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

/// A region around beacons.
///
/// There is no Bluetooth here: a region can be created and stored, but is never entered.
open class CLBeaconRegion: CLRegion {
  private let constraint: CLBeaconIdentityConstraint

  /// The beacons.
  open var beaconIdentityConstraint: CLBeaconIdentityConstraint { constraint }

  /// Stored without effect.
  open var notifyEntryStateOnDisplay = false

  /// The identifier that all its beacons share.
  open var uuid: UUID { beaconIdentityConstraint.uuid }

  /// The same as ``uuid``.
  @available(*, deprecated, renamed: "uuid")
  open var proximityUUID: UUID { uuid }

  /// The number of the group; `nil` for any.
  open var major: NSNumber? { beaconIdentityConstraint.major.map { NSNumber(value: $0) } }

  /// The number within the group; `nil` for any.
  open var minor: NSNumber? { beaconIdentityConstraint.minor.map { NSNumber(value: $0) } }

  /// Creates a region with the nil UUID and without an identifier, for subclasses to override.
  public override init() {
    constraint = CLBeaconIdentityConstraint(uuid: .none)
    super.init()
  }

  /// Creates the region around beacons that meet a constraint.
  public init(beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String) {
    constraint = beaconIdentityConstraint
    super.init(identifier: identifier)
  }

  /// Creates the region around all beacons with an identifier.
  public init(uuid: UUID, identifier: String) {
    constraint = CLBeaconIdentityConstraint(uuid: uuid)
    super.init(identifier: identifier)
  }

  /// Creates the region around a group of beacons.
  public init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
    constraint = CLBeaconIdentityConstraint(uuid: uuid, major: major)
    super.init(identifier: identifier)
  }

  /// Creates the region around one beacon.
  public init(
    uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
  ) {
    constraint = CLBeaconIdentityConstraint(uuid: uuid, major: major, minor: minor)
    super.init(identifier: identifier)
  }

  /// Creates the region around all beacons with an identifier.
  @available(*, deprecated, renamed: "init(uuid:identifier:)")
  public init(proximityUUID: UUID, identifier: String) {
    constraint = CLBeaconIdentityConstraint(uuid: proximityUUID)
    super.init(identifier: identifier)
  }

  /// Creates the region around a group of beacons.
  @available(*, deprecated, renamed: "init(uuid:major:identifier:)")
  public init(proximityUUID: UUID, major: CLBeaconMajorValue, identifier: String) {
    constraint = CLBeaconIdentityConstraint(uuid: proximityUUID, major: major)
    super.init(identifier: identifier)
  }

  /// Creates the region around one beacon.
  @available(*, deprecated, renamed: "init(uuid:major:minor:identifier:)")
  public init(
    proximityUUID: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
  ) {
    constraint = CLBeaconIdentityConstraint(uuid: proximityUUID, major: major, minor: minor)
    super.init(identifier: identifier)
  }

  private static let keyPrefix = "kCLBeaconRegionCodingKey"
  private static let displayKey = "kCLBeaconRegionNotifyEntryStateOnDisplay"

  /// Apple's class, by which an archive is read where this one does not exist.
  open override class func classFallbacksForKeyedArchiver() -> [String] { ["CLBeaconRegion"] }

  /// Creates a region from an archive, of an Apple device too; `nil` if that names no beacons.
  public required init?(coder: NSCoder) {
    let prefix = Self.keyPrefix
    guard let uuid = coder.object(NSUUID.self, prefix + "ProximityUUID") else { return nil }
    constraint = CLBeaconIdentityConstraint(
      uuid._bridgeToSwift(), coder.object(NSNumber.self, prefix + "Major")?.uint16Value,
      coder.object(NSNumber.self, prefix + "Minor")?.uint16Value)
    super.init(coder: coder)
    notifyEntryStateOnDisplay = coder.flag(Self.displayKey) ?? false
  }

  /// Writes the region to an archive, in Apple's form.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    let prefix = Self.keyPrefix
    coder.encode(uuid._bridgeToObjectiveC(), forKey: prefix + "ProximityUUID")
    coder.encode(major, forKey: prefix + "Major")
    coder.encode(minor, forKey: prefix + "Minor")
    coder.encode(notifyEntryStateOnDisplay, forKey: Self.displayKey)
  }

  /// Returns an equal copy.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CLBeaconRegion(
      beaconIdentityConstraint: beaconIdentityConstraint, identifier: identifier)
    (copy.notifyOnEntry, copy.notifyOnExit) = (notifyOnEntry, notifyOnExit)
    copy.notifyEntryStateOnDisplay = notifyEntryStateOnDisplay
    return copy
  }

  /// Whether the other region is of the same class and has the same identifier; without identifiers, the same beacons.
  open override func isEqual(_ object: Any?) -> Bool {
    guard super.isEqual(object), let other = object as? CLBeaconRegion else { return false }
    return !identifier.isEmpty || beaconIdentityConstraint == other.beaconIdentityConstraint
  }

  /// Equal regions have equal hashes.
  open override var hash: Int {
    identifier.isEmpty ? beaconIdentityConstraint.hash : super.hash
  }

  /// Its identifier and its beacons in one line.
  open override var description: String {
    func text(_ number: NSNumber?) -> String { number.map { "\($0)" } ?? "(null)" }
    return "CLBeaconRegion (identifier:'\(identifier)', uuid:\(uuid.uuidString), "
      + "major:\(text(major)), minor:\(text(minor)))"
  }

  /// The power that a phone measures at a distance of 1 m unless it is told another, dBm.
  private static let usualPower: Int8 = -59

  /// Returns what a device advertises to be such a beacon: UUID, major and minor (0 if there is none, the high byte first), and
  /// the power that is measured at a distance of 1 m, dBm.
  ///
  /// Nothing here can advertise it, but a Bluetooth library can.
  open func peripheralData(withMeasuredPower measuredPower: NSNumber?) -> NSMutableDictionary {
    let constraint = beaconIdentityConstraint
    var bytes = withUnsafeBytes(of: constraint.uuid.uuid, Array.init)
    for number in [constraint.major ?? 0, constraint.minor ?? 0] {
      bytes += [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
    }
    bytes.append(UInt8(bitPattern: measuredPower?.int8Value ?? Self.usualPower))
    return NSMutableDictionary(
      object: NSData(data: Data(bytes)), forKey: NSString(string: "kCBAdvDataAppleBeaconKey"))
  }
}

extension UUID {
  /// The nil UUID, which stands for none: all zero.
  static var none: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}
