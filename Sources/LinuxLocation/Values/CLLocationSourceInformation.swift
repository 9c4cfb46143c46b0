// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

// Proof of Sendable: its one stored property is a constant of a Sendable type; subclasses are responsible for theirs.
/// The origin of a location.
open class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private let source: CLLocation.Source

  /// Whether it was simulated: replayed from a recording, or reported as simulated by the receiver.
  open var isSimulatedBySoftware: Bool { source.isSimulatedBySoftware }

  /// Whether an external receiver determined it; false for GeoClue, which has it from networks or a fixed place.
  open var isProducedByAccessory: Bool { source.isProducedByAccessory }

  /// Creates source information with both properties false, for subclasses to override.
  public override init() {
    source = CLLocation.Source()
    super.init()
  }

  /// Creates source information with both properties.
  public init(
    softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool
  ) {
    source = CLLocation.Source(
      isSimulatedBySoftware: isSoftware, isProducedByAccessory: isAccessory)
    super.init()
  }

  /// Apple's class, by which an archive is read where this one does not exist.
  open override class func classFallbacksForKeyedArchiver() -> [String] {
    ["CLLocationSourceInformation"]
  }

  /// Creates source information from an archive.
  public required init?(coder: NSCoder) {
    source = CLLocation.Source(coder)
    super.init()
  }

  /// Writes the source information to an archive.
  open func encode(with coder: NSCoder) { source.encode(with: coder) }

  /// Always `true`.
  open class var supportsSecureCoding: Bool { true }

  /// Returns itself, since it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension CLLocation.Source {
  private static let simulated = "kCLLocationCodingKeyFromSoftwareSimulator"
  private static let accessory = "kCLLocationCodingKeyFromExternalAccessory"

  init(_ coder: NSCoder) {
    self.init(
      isSimulatedBySoftware: coder.flag(Self.simulated) ?? false,
      isProducedByAccessory: coder.flag(Self.accessory) ?? false)
  }

  func encode(with coder: NSCoder) {
    coder.encode(isSimulatedBySoftware, forKey: Self.simulated)
    coder.encode(isProducedByAccessory, forKey: Self.accessory)
  }
}
