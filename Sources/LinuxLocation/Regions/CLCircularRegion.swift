// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

/// A circle on the WGS 84 ellipsoid.
open class CLCircularRegion: CLRegion {
  private let circle: GeoCircle

  /// Its center.
  open var center: CLLocationCoordinate2D { circle.center }

  /// Its radius, meters.
  open var radius: CLLocationDistance { circle.radius }

  /// Creates a circle with an invalid center, for subclasses to override.
  public override init() {
    circle = GeoCircle()
    super.init()
  }

  /// Creates a circle without checking it; whether it can be monitored is reported when monitoring is requested.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    circle = GeoCircle(center: center, radius: radius)
    super.init(identifier: identifier)
  }

  /// Creates a circle from an archive; `nil` if that contains no region.
  public required init?(coder: NSCoder) {
    circle = coder.decode(GeoCircle.self, of: CLCircularRegion.self) ?? GeoCircle()
    super.init(coder: coder)
  }

  /// Writes the circle to an archive.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(GeoCircle(center: center, radius: radius), of: CLCircularRegion.self)
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
