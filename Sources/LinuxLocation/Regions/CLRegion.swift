// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

/// An area that can be entered and left; see ``CLCircularRegion``.
///
/// Regions of the same class with the same identifier are equal, wherever they are: a manager returns copies, and monitors one
/// region of an identifier.
open class CLRegion: NSObject, NSCopying, NSSecureCoding {
  private let storedIdentifier: String

  /// Its identifier; monitoring a region replaces any other with the same identifier.
  open var identifier: String { storedIdentifier }

  /// Whether entering it is reported.
  open var notifyOnEntry = true

  /// Whether leaving it is reported.
  open var notifyOnExit = true

  /// Creates a region without an identifier, for subclasses to override.
  public override init() {
    storedIdentifier = ""
    super.init()
  }

  init(identifier: String) {
    storedIdentifier = identifier
    super.init()
  }

  /// Creates a region that has only the identifier; use ``CLCircularRegion`` instead.
  @available(*, deprecated, message: "Use CLCircularRegion.init(center:radius:identifier:)")
  public init(
    circularRegionWithCenter center: CLLocationCoordinate2D, radius: CLLocationDistance,
    identifier: String
  ) {
    storedIdentifier = identifier
    super.init()
  }

  /// Apple's class, by which an archive is read where this one does not exist.
  open override class func classFallbacksForKeyedArchiver() -> [String] { ["CLRegion"] }

  /// Creates a region from an archive, of an Apple device too; `nil` if that contains none.
  public required init?(coder: NSCoder) {
    let prefix = Self.keyPrefix
    guard let identifier = coder.text(prefix + "Identifier") else { return nil }
    storedIdentifier = identifier
    notifyOnEntry = coder.flag(prefix + "NotifyOnEntry") ?? true
    notifyOnExit = coder.flag(prefix + "NotifyOnExit") ?? true
    super.init()
  }

  /// Writes the region to an archive, in Apple's form.
  open func encode(with coder: NSCoder) {
    let prefix = Self.keyPrefix
    coder.encode(NSString(string: identifier), forKey: prefix + "Identifier")
    coder.encode(notifyOnEntry, forKey: prefix + "NotifyOnEntry")
    coder.encode(notifyOnExit, forKey: prefix + "NotifyOnExit")
    // 0 for beacons, 1 for circles.
    coder.encode(self is CLBeaconRegion ? 0 : 1, forKey: prefix + "RegionType")
  }

  private static let keyPrefix = "kCLRegionCodingKey"

  /// Always `true`.
  open class var supportsSecureCoding: Bool { true }

  /// Returns an equal copy.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CLRegion(identifier: identifier)
    (copy.notifyOnEntry, copy.notifyOnExit) = (notifyOnEntry, notifyOnExit)
    return copy
  }

  /// Whether the other object is a region of the same class with the same identifier.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLRegion else { return false }
    return type(of: self) == type(of: other) && identifier == other.identifier
  }

  /// Equal regions have equal hashes.
  open override var hash: Int { identifier.hashValue }
}

/// Whether the device is inside a region.
public enum CLRegionState: Int, Sendable {
  /// Not known yet.
  case unknown = 0
  /// Inside it.
  case inside = 1
  /// Outside it.
  case outside = 2
}
