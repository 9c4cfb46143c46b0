// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

/// An area that can be entered and left; see ``CLCircularRegion``.
///
/// Regions with the same identifier and extent are equal, since a manager returns copies.
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

  /// What all regions store in an archive.
  private struct Fields: Codable {
    var identifier: String
    var notifyOnEntry: Bool
    var notifyOnExit: Bool
  }

  /// Creates a region from an archive; `nil` if that contains none.
  public required init?(coder: NSCoder) {
    guard let fields = coder.decode(Fields.self, of: CLRegion.self) else { return nil }
    storedIdentifier = fields.identifier
    (notifyOnEntry, notifyOnExit) = (fields.notifyOnEntry, fields.notifyOnExit)
    super.init()
  }

  /// Writes the region to an archive.
  open func encode(with coder: NSCoder) {
    let fields = Fields(
      identifier: identifier, notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit)
    coder.encode(fields, of: CLRegion.self)
  }

  /// Always `true`.
  open class var supportsSecureCoding: Bool { true }

  /// Returns an equal copy.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CLRegion(identifier: identifier)
    (copy.notifyOnEntry, copy.notifyOnExit) = (notifyOnEntry, notifyOnExit)
    return copy
  }

  /// Whether the other object is a region of the same kind, with the same identifier and extent.
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
