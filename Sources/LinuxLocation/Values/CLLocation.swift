// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation
import GNSS
import LocationGeometry

// Proof of Sendable: its one stored property is a constant of a Sendable type; subclasses are responsible for theirs.
/// The position of a receiver at one instant, and how accurate it is.
///
/// Immutable. Two locations are equal only if they are the same object, as on Apple's systems. A negative number means
/// unknown: in `horizontalAccuracy` the accuracy or the coordinate, in `verticalAccuracy` the accuracy of the altitude,
/// and in `speed`, `course` and their accuracies the value itself.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  struct Fields: Sendable {
    var coordinate = CLLocationCoordinate2D()
    var altitude: CLLocationDistance = 0
    var ellipsoidalAltitude: CLLocationDistance = 0
    var horizontalAccuracy: CLLocationAccuracy = 0
    var verticalAccuracy: CLLocationAccuracy = -1
    var course: CLLocationDirection = -1
    var courseAccuracy: CLLocationDirectionAccuracy = -1
    var speed: CLLocationSpeed = -1
    var speedAccuracy: CLLocationSpeedAccuracy = -1
    var timestamp: Date
    /// The floor of a building, which only archives of other devices have.
    var floor: Int?
    var source = Source()
    var fix: Fix?
  }

  struct Source: Hashable, Sendable {
    var isSimulatedBySoftware = false
    var isProducedByAccessory = false
  }

  let fields: Fields

  init(_ fields: Fields) {
    self.fields = fields
    super.init()
  }

  // As on Apple's systems, subclasses can call and override each of these, so none is a convenience initializer.
  /// Creates a location at latitude 0 and longitude 0, with the present time.
  public override init() {
    fields = Fields(timestamp: Date())
    super.init()
  }

  /// Creates a place rather than a fix: altitude and horizontal accuracy are 0, the time is the present, and everything
  /// else is invalid.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    fields = Fields(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
      timestamp: Date())
    super.init()
  }

  /// Creates a location without speed and course.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    fields = Fields(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy, timestamp: timestamp)
    super.init()
  }

  /// Creates a location whose speed and course have no accuracy.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    speed: CLLocationSpeed, timestamp: Date
  ) {
    fields = Fields(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy, course: course, speed: speed, timestamp: timestamp)
    super.init()
  }

  /// Creates a location with speed, course and their accuracies.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed,
    speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date
  ) {
    fields = Fields(
      coordinate: coordinate, altitude: altitude,
      horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy, course: course,
      courseAccuracy: courseAccuracy, speed: speed, speedAccuracy: speedAccuracy,
      timestamp: timestamp)
    super.init()
  }

  /// Creates a location with all values.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed,
    speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date,
    sourceInfo: CLLocationSourceInformation
  ) {
    fields = Fields(
      coordinate: coordinate, altitude: altitude,
      horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy, course: course,
      courseAccuracy: courseAccuracy, speed: speed, speedAccuracy: speedAccuracy,
      timestamp: timestamp,
      source: Source(
        isSimulatedBySoftware: sourceInfo.isSimulatedBySoftware,
        isProducedByAccessory: sourceInfo.isProducedByAccessory))
    super.init()
  }

  // MARK: What it says

  /// Its latitude and longitude.
  open var coordinate: CLLocationCoordinate2D { fields.coordinate }

  /// Meters above mean sea level; not valid if ``verticalAccuracy`` is not positive.
  open var altitude: CLLocationDistance { fields.altitude }

  /// Meters above the WGS 84 ellipsoid, 0 if unknown; not valid if ``verticalAccuracy`` is not positive.
  open var ellipsoidalAltitude: CLLocationDistance { fields.ellipsoidalAltitude }

  /// The radius that contains the true position with a probability of 68 %, meters; negative if unknown.
  open var horizontalAccuracy: CLLocationAccuracy { fields.horizontalAccuracy }

  /// The distance up and down that contains the true altitude with a probability of 68 %, meters; 0 or negative if unknown.
  open var verticalAccuracy: CLLocationAccuracy { fields.verticalAccuracy }

  /// Course over ground, degrees clockwise from true north, in `0..<360`; negative if unknown, as at rest.
  open var course: CLLocationDirection { fields.course }

  /// The accuracy of the course, degrees, 68 %; negative if unknown.
  open var courseAccuracy: CLLocationDirectionAccuracy { fields.courseAccuracy }

  /// Speed over ground, meters per second; negative if unknown.
  open var speed: CLLocationSpeed { fields.speed }

  /// The accuracy of the speed, meters per second, 68 %; negative if unknown.
  open var speedAccuracy: CLLocationSpeedAccuracy { fields.speedAccuracy }

  /// When the position was determined, by the receiver's clock.
  open var timestamp: Date { fields.timestamp }

  /// The floor of a building: `nil` unless an archive of another device contains it, since no receiver reports it.
  open var floor: CLFloor? { fields.floor.map(CLFloor.init(level:)) }

  /// Whether the location was simulated, and whether it comes from a receiver; both are false if an application created it and
  /// did not say.
  open var sourceInformation: CLLocationSourceInformation? {
    CLLocationSourceInformation(
      softwareSimulationState: fields.source.isSimulatedBySoftware,
      andExternalAccessoryState: fields.source.isProducedByAccessory)
  }

  /// Returns the length of the geodesic on the WGS 84 ellipsoid, meters, regardless of altitudes.
  ///
  /// It is NaN if a coordinate is not finite or a latitude is beyond the poles.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    coordinate.distance(from: location.coordinate)
  }

  /// The same as ``distance(from:)``.
  @available(*, deprecated, renamed: "distance(from:)")
  open func getDistanceFrom(_ location: CLLocation) -> CLLocationDistance {
    distance(from: location)
  }

  // MARK: Objects

  /// Returns itself, since it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Its coordinate, accuracy, speed, course and time in one line.
  open override var description: String {
    let when = DateFormatter.localizedString(from: timestamp, dateStyle: .short, timeStyle: .full)
    return coordinate.text
      + String(
        format: " +/- %.2fm (speed %.2f mps / course %.2f) @ ", horizontalAccuracy, speed, course)
      + when
  }

  /// Always `true`.
  open class var supportsSecureCoding: Bool { true }

  /// Apple's class, by which an archive is read where this one does not exist.
  open override class func classFallbacksForKeyedArchiver() -> [String] { ["CLLocation"] }

  /// Creates a location from an archive, of an Apple device too; `nil` if that contains none.
  public required init?(coder: NSCoder) {
    guard let fields = Fields(coder) else { return nil }
    self.fields = fields
    super.init()
  }

  /// Writes everything except the ``fix`` to an archive, in Apple's form.
  open func encode(with coder: NSCoder) { fields.encode(with: coder) }
}

extension CLLocationCoordinate2D {
  /// The coordinate as descriptions show it, `<+37.33233141,-122.03121860>`.
  var text: String { String(format: "<%+.8f,%+.8f>", latitude, longitude) }

  /// Returns the length of the shortest path on the ellipsoid, meters.
  func distance(from other: CLLocationCoordinate2D) -> CLLocationDistance {
    Geodesic.distance(
      fromLatitude: other.latitude, longitude: other.longitude, toLatitude: latitude,
      longitude: longitude)
  }
}

extension CLLocation {
  /// Whether another location says the same of the same time.
  func isIdentical(to other: CLLocation) -> Bool {
    if self === other { return true }
    guard timestamp == other.timestamp, fields.source == other.fields.source,
      fields.coordinate.latitude == other.fields.coordinate.latitude,
      fields.coordinate.longitude == other.fields.coordinate.longitude
    else { return false }
    return Fields.numbers.allSatisfy { fields[keyPath: $0.1] == other.fields[keyPath: $0.1] }
  }
}

extension CLLocation.Fields {
  private static let prefix = "kCLLocationCodingKey"
  /// What stands for no floor in archives.
  private static let noFloor = Int(Int32.max)

  /// The numbers that have a key each, besides the coordinate and the time.
  fileprivate static let numbers: [(String, any WritableKeyPath<Self, Double> & Sendable)] = [
    ("HorizontalAccuracy", \.horizontalAccuracy), ("Altitude", \.altitude),
    ("VerticalAccuracy", \.verticalAccuracy), ("Speed", \.speed),
    ("SpeedAccuracy", \.speedAccuracy),
    ("Course", \.course), ("CourseAccuracy", \.courseAccuracy),
    ("EllipsoidalAltitude", \.ellipsoidalAltitude),
  ]

  fileprivate init?(_ coder: NSCoder) {
    let prefix = Self.prefix
    guard let latitude = coder.number(prefix + "CoordinateLatitude"),
      let longitude = coder.number(prefix + "CoordinateLongitude"),
      let timestamp = coder.instant(prefix + "Timestamp")
    else { return nil }
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
      timestamp: timestamp)
    for (key, path) in Self.numbers {
      if let number = coder.number(prefix + key) { self[keyPath: path] = number }
    }
    floor = coder.integer(prefix + "Floor").flatMap { $0 == Self.noFloor ? nil : $0 }
    source = CLLocation.Source(coder)
  }

  fileprivate func encode(with coder: NSCoder) {
    let prefix = Self.prefix
    // Once as it is delivered, once as it was before a device moved it to a road.
    for place in ["Coordinate", "RawCoordinate"] {
      coder.encode(coordinate.latitude, forKey: prefix + place + "Latitude")
      coder.encode(coordinate.longitude, forKey: prefix + place + "Longitude")
    }
    for (key, path) in Self.numbers { coder.encode(self[keyPath: path], forKey: prefix + key) }
    coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: prefix + "Timestamp")
    coder.encode(floor ?? Self.noFloor, forKey: prefix + "Floor")
    // An unknown type, an unlimited lifespan, and nothing known of its integrity.
    coder.encode(0, forKey: prefix + "Type")
    coder.encode(-1.0, forKey: prefix + "Lifespan")
    coder.encode(0, forKey: prefix + "Integrity")
    source.encode(with: coder)
  }
}
