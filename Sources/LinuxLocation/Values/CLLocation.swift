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
  struct Fields: Codable, Sendable {
    @ArchivedCoordinate var coordinate = CLLocationCoordinate2D()
    var altitude: CLLocationDistance = 0
    var ellipsoidalAltitude: CLLocationDistance = 0
    var horizontalAccuracy: CLLocationAccuracy = 0
    var verticalAccuracy: CLLocationAccuracy = -1
    var course: CLLocationDirection = -1
    var courseAccuracy: CLLocationDirectionAccuracy = -1
    var speed: CLLocationSpeed = -1
    var speedAccuracy: CLLocationSpeedAccuracy = -1
    var timestamp: Date
    var source: Source?
    var fix: Fix?

    /// All but the fix.
    private enum CodingKeys: CodingKey {
      case coordinate, altitude, ellipsoidalAltitude, horizontalAccuracy, verticalAccuracy, course
      case courseAccuracy, speed, speedAccuracy, timestamp, source
    }
  }

  struct Source: Codable, Sendable {
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

  /// The floor of a building: always `nil`, since no receiver reports it.
  open var floor: CLFloor? { nil }

  /// Whether the location was simulated, and whether it comes from a receiver; `nil` if an application created it and did
  /// not say.
  open var sourceInformation: CLLocationSourceInformation? {
    fields.source.map {
      CLLocationSourceInformation(
        softwareSimulationState: $0.isSimulatedBySoftware,
        andExternalAccessoryState: $0.isProducedByAccessory)
    }
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

  /// Creates a location from an archive; `nil` if that contains none.
  public required init?(coder: NSCoder) {
    guard let fields = coder.decode(Fields.self, of: CLLocation.self) else { return nil }
    self.fields = fields
    super.init()
  }

  /// Writes everything except the ``fix`` to an archive.
  open func encode(with coder: NSCoder) { coder.encode(fields, of: CLLocation.self) }
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
