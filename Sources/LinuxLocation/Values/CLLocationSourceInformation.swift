// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

// Proof of Sendable: its stored properties are constants; subclasses answer for theirs.
/// Where a location comes from.
open class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private let fromSoftware: Bool
  private let fromAccessory: Bool

  /// Whether it was made up: replayed from a recording, or said to be simulated by the receiver itself.
  open var isSimulatedBySoftware: Bool { fromSoftware }

  /// Whether a receiver outside the machine's own circuits found it.
  open var isProducedByAccessory: Bool { fromAccessory }

  /// Neither, for subclasses to fill.
  public override init() {
    (fromSoftware, fromAccessory) = (false, false)
    super.init()
  }

  /// Both answers.
  public init(
    softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool
  ) {
    fromSoftware = isSoftware
    fromAccessory = isAccessory
    super.init()
  }

  /// From an archive.
  public required init?(coder: NSCoder) {
    fromSoftware = coder.decodeBool(forKey: "isSimulatedBySoftware")
    fromAccessory = coder.decodeBool(forKey: "isProducedByAccessory")
    super.init()
  }

  /// Writes it to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(isSimulatedBySoftware, forKey: "isSimulatedBySoftware")
    coder.encode(isProducedByAccessory, forKey: "isProducedByAccessory")
  }

  /// True.
  open class var supportsSecureCoding: Bool { true }

  /// Itself, for it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
