// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

/// A place that can be entered and left; see ``CLCircularRegion``.
///
/// Regions with the same identifier and extent are equal: those that come back from a manager are copies.
open class CLRegion: NSObject, NSCopying, NSSecureCoding {
  private let storedIdentifier: String

  /// What it is known by: a region replaces another one of the same identifier.
  open var identifier: String { storedIdentifier }

  /// Whether entering it is told.
  open var notifyOnEntry = true

  /// Whether leaving it is told.
  open var notifyOnExit = true

  /// A region without an identifier, for subclasses to fill.
  public override init() {
    storedIdentifier = ""
    super.init()
  }

  init(identifier: String) {
    storedIdentifier = identifier
    super.init()
  }

  /// A circle; make a ``CLCircularRegion`` instead.
  ///
  /// The region it makes has an identifier alone.
  @available(*, deprecated, message: "Use CLCircularRegion.init(center:radius:identifier:)")
  public init(
    circularRegionWithCenter center: CLLocationCoordinate2D, radius: CLLocationDistance,
    identifier: String
  ) {
    storedIdentifier = identifier
    super.init()
  }

  /// From an archive; `nil` if it has no identifier.
  public required init?(coder: NSCoder) {
    guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") else {
      return nil
    }
    storedIdentifier = identifier._bridgeToSwift()
    super.init()
    notifyOnEntry = coder.decodeBool(forKey: "notifyOnEntry")
    notifyOnExit = coder.decodeBool(forKey: "notifyOnExit")
  }

  /// Writes it to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(NSString(string: identifier), forKey: "identifier")
    coder.encode(notifyOnEntry, forKey: "notifyOnEntry")
    coder.encode(notifyOnExit, forKey: "notifyOnExit")
  }

  /// True.
  open class var supportsSecureCoding: Bool { true }

  /// Another one, equal to it.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CLRegion(identifier: identifier)
    (copy.notifyOnEntry, copy.notifyOnExit) = (notifyOnEntry, notifyOnExit)
    return copy
  }

  /// Whether the other one is a region of the same kind, identifier and extent.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLRegion else { return false }
    return type(of: self) == type(of: other) && identifier == other.identifier
  }

  /// Equal regions have equal hashes.
  open override var hash: Int { identifier.hashValue }
}
