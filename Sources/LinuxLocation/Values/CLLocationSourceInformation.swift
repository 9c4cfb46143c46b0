// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

// Proof of Sendable: its properties are constant.
/// Where a location comes from.
open class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// Whether it was made up: replayed from a recording, or said to be simulated by the receiver itself.
  public let isSimulatedBySoftware: Bool

  /// Whether a receiver outside the machine's own circuits found it.
  public let isProducedByAccessory: Bool

  /// Both answers.
  public init(
    softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool
  ) {
    isSimulatedBySoftware = isSoftware
    isProducedByAccessory = isAccessory
    super.init()
  }

  /// From an archive.
  public required init?(coder: NSCoder) {
    isSimulatedBySoftware = coder.decodeBool(forKey: "isSimulatedBySoftware")
    isProducedByAccessory = coder.decodeBool(forKey: "isProducedByAccessory")
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
