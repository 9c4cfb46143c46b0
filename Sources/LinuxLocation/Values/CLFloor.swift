// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

// Proof of Sendable: its one property is constant.
/// A floor of a building.
///
/// No receiver reports it, so only a location from an archive of another device has one.
open class CLFloor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private let storedLevel: Int

  /// 0 is the ground floor; negative floors are below it.
  open var level: Int { storedLevel }

  /// Creates the ground floor, for subclasses to override.
  public override init() {
    storedLevel = 0
    super.init()
  }

  init(level: Int) {
    storedLevel = level
    super.init()
  }

  /// Apple's class, by which an archive is read where this one does not exist.
  open override class func classFallbacksForKeyedArchiver() -> [String] { ["CLFloor"] }

  /// Creates a floor from an archive.
  public required init?(coder: NSCoder) {
    storedLevel = coder.integer(Self.key) ?? 0
    super.init()
  }

  /// Writes the floor to an archive.
  open func encode(with coder: NSCoder) { coder.encode(storedLevel, forKey: Self.key) }

  private static let key = "kCLLocationCodingKeyFloor"

  /// Always `true`.
  open class var supportsSecureCoding: Bool { true }

  /// Returns itself, since it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
