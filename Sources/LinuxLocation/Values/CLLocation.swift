// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation
import GNSS

// Proof of Sendable: its one stored property is a constant of a Sendable type; subclasses answer for theirs.
/// Where a receiver was at a moment, and how well it knew.
///
/// Immutable. Two locations are equal only if they are the same object, as on Apple's systems.
///
/// What is not known is negative: `horizontalAccuracy` when the coordinate means nothing,
/// `verticalAccuracy` when the altitude does, `speed`, `course` and their accuracies themselves.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// All that is stored.
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
    var isSimulatedBySoftware: Bool?
    var isProducedByAccessory: Bool?
    var fix: Fix?
  }

  let fields: Fields

  init(_ fields: Fields) {
    self.fields = fields
    super.init()
  }

  // Each can be called and overridden by subclasses, as on Apple's systems: none is a convenience.
  /// Latitude 0, longitude 0, now.
  public override init() {
    fields = Fields(timestamp: Date())
    super.init()
  }

  /// A place rather than a fix: altitude and accuracy 0, all else not valid, the time now.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    fields = Fields(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
      timestamp: Date())
    super.init()
  }

  /// A location without speed and course.
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

  /// A location whose speed and course are of unknown accuracy.
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

  /// A location of unknown source.
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

  /// A location with all there is to say.
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
      timestamp: timestamp, isSimulatedBySoftware: sourceInfo.isSimulatedBySoftware,
      isProducedByAccessory: sourceInfo.isProducedByAccessory)
    super.init()
  }

  // MARK: What it says

  /// The place; it means nothing when ``horizontalAccuracy`` is negative.
  open var coordinate: CLLocationCoordinate2D { fields.coordinate }

  /// Meters above mean sea level; it means nothing when ``verticalAccuracy`` is not positive.
  open var altitude: CLLocationDistance { fields.altitude }

  /// Meters above the WGS 84 ellipsoid, 0 if nobody said; it means nothing when ``verticalAccuracy`` is not positive.
  open var ellipsoidalAltitude: CLLocationDistance { fields.ellipsoidalAltitude }

  /// The radius within which the true place lies with 68 %, meters; negative if the place is not valid.
  open var horizontalAccuracy: CLLocationAccuracy { fields.horizontalAccuracy }

  /// The distance within which the true altitude lies with 68 %, meters; 0 or negative if it is not valid.
  open var verticalAccuracy: CLLocationAccuracy { fields.verticalAccuracy }

  /// Course over ground, degrees clockwise from true north; negative if it is not known, as at rest.
  open var course: CLLocationDirection { fields.course }

  /// How exact the course is, degrees; negative if that is not known.
  open var courseAccuracy: CLLocationDirectionAccuracy { fields.courseAccuracy }

  /// Speed over ground, meters per second; negative if it is not known.
  open var speed: CLLocationSpeed { fields.speed }

  /// How exact the speed is, meters per second; negative if that is not known.
  open var speedAccuracy: CLLocationSpeedAccuracy { fields.speedAccuracy }

  /// When the place was determined, by the receiver's own account of the time.
  open var timestamp: Date { fields.timestamp }

  /// The floor of a building: always `nil`, for no receiver knows it.
  open var floor: CLFloor? { nil }

  /// Whether it was simulated, or comes from a receiver; `nil` if nobody said.
  open var sourceInformation: CLLocationSourceInformation? {
    guard let software = fields.isSimulatedBySoftware, let accessory = fields.isProducedByAccessory
    else { return nil }
    return CLLocationSourceInformation(
      softwareSimulationState: software, andExternalAccessoryState: accessory)
  }

  /// The length of the shortest way between two places on the WGS 84 ellipsoid, meters; altitudes do not count.
  ///
  /// NaN if a coordinate is not finite, or a latitude beyond the poles.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    coordinate.distance(from: location.coordinate)
  }

  /// The same as ``distance(from:)``.
  @available(*, deprecated, renamed: "distance(from:)")
  open func getDistanceFrom(_ location: CLLocation) -> CLLocationDistance {
    distance(from: location)
  }

  // MARK: Objects

  /// Itself, for it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Coordinate, accuracy, speed, course and time in one line.
  open override var description: String {
    let when = DateFormatter.localizedString(from: timestamp, dateStyle: .short, timeStyle: .full)
    return coordinate.text
      + String(
        format: " +/- %.2fm (speed %.2f mps / course %.2f) @ ", horizontalAccuracy, speed, course)
      + when
  }

  /// True.
  open class var supportsSecureCoding: Bool { true }

  /// A location from an archive; `nil` if it has no time.
  public required init?(coder: NSCoder) {
    guard let fields = Fields(coder) else { return nil }
    self.fields = fields
    super.init()
  }

  /// Writes everything but the ``fix`` to an archive.
  open func encode(with coder: NSCoder) { fields.encode(with: coder) }
}

extension CLLocationCoordinate2D {
  /// `<+37.33233141,-122.03121860>`, as descriptions show it.
  var text: String { String(format: "<%+.8f,%+.8f>", latitude, longitude) }

  /// The length of the shortest way on the ellipsoid, meters.
  func distance(from other: CLLocationCoordinate2D) -> CLLocationDistance {
    Geodesic.distance(
      fromLatitude: other.latitude, longitude: other.longitude, toLatitude: latitude,
      longitude: longitude)
  }
}
