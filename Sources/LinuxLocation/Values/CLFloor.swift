// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

// Proof of Sendable: its one property is constant.
/// A floor of a building.
///
/// No receiver knows it, so none is ever made.
open class CLFloor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private let storedLevel: Int

  /// 0 is the ground, negative is below it.
  open var level: Int { storedLevel }

  /// The ground, for subclasses to be another.
  public override init() {
    storedLevel = 0
    super.init()
  }

  /// A floor from an archive.
  public required init?(coder: NSCoder) {
    storedLevel = coder.decodeInteger(forKey: "level")
    super.init()
  }

  /// Writes it to an archive.
  open func encode(with coder: NSCoder) { coder.encode(level, forKey: "level") }

  /// True.
  open class var supportsSecureCoding: Bool { true }

  /// Itself, for it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
