// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

/// A circle on the WGS 84 ellipsoid.
open class CLCircularRegion: CLRegion {
  private let storedCenter: CLLocationCoordinate2D
  private let storedRadius: CLLocationDistance

  /// Its center.
  open var center: CLLocationCoordinate2D { storedCenter }

  /// Its radius, meters.
  open var radius: CLLocationDistance { storedRadius }

  /// Creates a circle with an invalid center, for subclasses to override.
  public override init() {
    storedCenter = kCLLocationCoordinate2DInvalid
    storedRadius = 0
    super.init()
  }

  /// Creates a circle without checking it; whether it can be monitored is reported when monitoring is requested.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    storedCenter = center
    storedRadius = radius
    super.init(identifier: identifier)
  }

  /// Creates a circle from an archive; `nil` if it has no identifier.
  public required init?(coder: NSCoder) {
    storedCenter = CLLocationCoordinate2D(
      latitude: coder.decodeDouble(forKey: "latitude"),
      longitude: coder.decodeDouble(forKey: "longitude"))
    storedRadius = coder.decodeDouble(forKey: "radius")
    super.init(coder: coder)
  }

  /// Writes the circle to an archive.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(center.latitude, forKey: "latitude")
    coder.encode(center.longitude, forKey: "longitude")
    coder.encode(radius, forKey: "radius")
  }

  /// Whether a place is within the radius; `false` if the place or the center is invalid.
  open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    guard CLLocationCoordinate2DIsValid(center), CLLocationCoordinate2DIsValid(coordinate) else {
      return false
    }
    return coordinate.distance(from: center) <= radius
  }

  /// Returns an equal copy.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CLCircularRegion(center: center, radius: radius, identifier: identifier)
    (copy.notifyOnEntry, copy.notifyOnExit) = (notifyOnEntry, notifyOnExit)
    return copy
  }

  /// Whether the other object is a circle with the same identifier, center and radius.
  open override func isEqual(_ object: Any?) -> Bool {
    guard super.isEqual(object), let other = object as? CLCircularRegion else { return false }
    return center.latitude == other.center.latitude && center.longitude == other.center.longitude
      && radius == other.radius
  }

  /// Its identifier, center and radius in one line.
  open override var description: String {
    "CLCircularRegion (identifier:'\(identifier)', center:\(center.text), radius:"
      + String(format: "%.2fm)", radius)
  }
}
