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

  /// Apple's class, by which an archive is read where this one does not exist.
  open override class func classFallbacksForKeyedArchiver() -> [String] { ["CLCircularRegion"] }

  /// Creates a circle from an archive, of an Apple device too; `nil` if that contains no region.
  public required init?(coder: NSCoder) {
    let prefix = Self.keyPrefix
    var circle = GeoCircle()
    if let latitude = coder.number(prefix + "CenterLatitude"),
      let longitude = coder.number(prefix + "CenterLongitude")
    {
      circle.center = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
      circle.radius = coder.number(prefix + "Radius") ?? 0
    }
    self.circle = circle
    super.init(coder: coder)
  }

  /// Writes the circle to an archive, in Apple's form.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    let prefix = Self.keyPrefix
    coder.encode(center.latitude, forKey: prefix + "CenterLatitude")
    coder.encode(center.longitude, forKey: prefix + "CenterLongitude")
    coder.encode(radius, forKey: prefix + "Radius")
  }

  private static let keyPrefix = "kCLCircularRegionCodingKey"

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

  /// Its identifier, center and radius in one line.
  open override var description: String {
    "CLCircularRegion (identifier:'\(identifier)', center:\(center.text), radius:"
      + String(format: "%.2fm)", radius)
  }
}
