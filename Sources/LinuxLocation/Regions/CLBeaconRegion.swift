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

  private static let constraintKey = "CoreLocation.CLBeaconRegion.beaconIdentityConstraint"
  private static let displayKey = "CoreLocation.CLBeaconRegion.notifyEntryStateOnDisplay"

  /// Creates a region from an archive; `nil` if it has no constraint.
  public required init?(coder: NSCoder) {
    guard
      let constraint = coder.decodeObject(
        of: CLBeaconIdentityConstraint.self, forKey: Self.constraintKey)
    else { return nil }
    self.constraint = constraint
    super.init(coder: coder)
    notifyEntryStateOnDisplay = coder.decodeBool(forKey: Self.displayKey)
  }

  /// Writes the region to an archive.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(beaconIdentityConstraint, forKey: Self.constraintKey)
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

  /// Whether the other region has the same identifier and describes the same beacons.
  open override func isEqual(_ object: Any?) -> Bool {
    guard super.isEqual(object), let other = object as? CLBeaconRegion else { return false }
    return beaconIdentityConstraint.isEqual(other.beaconIdentityConstraint)
  }

  /// Returns an empty dictionary, since nothing here can advertise a beacon.
  open func peripheralData(withMeasuredPower measuredPower: NSNumber?) -> NSMutableDictionary {
    NSMutableDictionary()
  }
}

extension UUID {
  /// The nil UUID, which stands for none: all zero.
  static var none: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}
