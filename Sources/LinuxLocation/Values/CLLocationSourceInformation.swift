// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

// Proof of Sendable: its stored properties are constants; subclasses are responsible for theirs.
/// The origin of a location.
open class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private let fromSoftware: Bool
  private let fromAccessory: Bool

  /// Whether it was simulated: replayed from a recording, or reported as simulated by the receiver.
  open var isSimulatedBySoftware: Bool { fromSoftware }

  /// Whether an external receiver determined it.
  open var isProducedByAccessory: Bool { fromAccessory }

  /// Creates source information with both properties false, for subclasses to override.
  public override init() {
    (fromSoftware, fromAccessory) = (false, false)
    super.init()
  }

  /// Creates source information with both properties.
  public init(
    softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool
  ) {
    fromSoftware = isSoftware
    fromAccessory = isAccessory
    super.init()
  }

  /// Creates source information from an archive.
  public required init?(coder: NSCoder) {
    fromSoftware = coder.decodeBool(forKey: "isSimulatedBySoftware")
    fromAccessory = coder.decodeBool(forKey: "isProducedByAccessory")
    super.init()
  }

  /// Writes the source information to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(isSimulatedBySoftware, forKey: "isSimulatedBySoftware")
    coder.encode(isProducedByAccessory, forKey: "isProducedByAccessory")
  }

  /// Always `true`.
  open class var supportsSecureCoding: Bool { true }

  /// Returns itself, since it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
