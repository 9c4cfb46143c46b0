// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationJSON
import NMEA0183

/// TPV: time, position and velocity, as gpsd reports them.
///
/// In degrees, meters and meters per second. gpsd's errors (`eph` and the others) contain 95 %, whereas all other
/// accuracies in this package contain 68 %: ``init(_:device:)`` and ``fix`` convert them.
package struct TPV: Hashable, Sendable {
  package enum Mode: Int, Sendable {
    /// Nothing is known: the receiver is lost.
    case unknown = 0
    case noFix = 1
    case twoDimensional = 2
    case threeDimensional = 3
  }

  package var device: String?
  package var mode: Mode
  /// How the position was obtained; sent only above 1 (2 differential, 3 RTK fixed, 4 RTK float, 5 dead reckoning, 8
  /// simulated).
  package var status: Int?
  /// The time as ISO 8601 in UTC with milliseconds: `2025-06-15T06:32:20.000Z`.
  package var time: String?
  package var latitude: Double?
  package var longitude: Double?
  /// Altitude above the WGS 84 ellipsoid.
  package var ellipsoidalAltitude: Double?
  /// Altitude above mean sea level.
  package var altitude: Double?
  package var horizontalError: Double?
  package var longitudeError: Double?
  package var latitudeError: Double?
  package var verticalError: Double?
  /// Estimated error in three dimensions, as a radius.
  package var sphericalError: Double?
  /// Course over ground, in degrees clockwise from true north.
  package var track: Double?
  package var trackError: Double?
  /// From true to magnetic north, degrees, east positive; never read.
  package var magneticVariation: Double?
  package var speed: Double?
  package var speedError: Double?
  package var climb: Double?
  package var geoidSeparation: Double?
  /// Seconds since the last differential correction, and the station that sent it; reported together.
  package var differentialAge: Double?
  package var differentialStation: Int?

  /// Why the position should not be trusted.
  ///
  /// gpsd has no such member; libgps and others ignore those that they do not know.
  package var warnings: FixWarnings = []

  /// Whether the data of the satellites are signed; gpsd has no such member, either.
  package var authentication: FixAuthentication?

  package init(device: String?, mode: Mode) {
    self.device = device
    self.mode = mode
  }

  func set(in object: inout JSONObject) {
    object.set("class", "TPV")
    object.set("device", device)
    object.set("mode", mode.rawValue)
    object.set("status", status.flatMap { $0 > 1 ? $0 : nil })
    object.set("time", time)
    object.set("lat", latitude, decimals: 9)
    object.set("lon", longitude, decimals: 9)
    object.set("altHAE", ellipsoidalAltitude, decimals: 4)
    object.set("altMSL", altitude, decimals: 4)
    // Deprecated since gpsd 3.20, but many clients still read it.
    object.set("alt", altitude, decimals: 4)
    object.set("epx", longitudeError, decimals: 3)
    object.set("epy", latitudeError, decimals: 3)
    object.set("epv", verticalError, decimals: 3)
    object.set("eph", horizontalError, decimals: 3)
    object.set("track", track, decimals: 4)
    object.set("magtrack", magneticTrack, decimals: 4)
    object.set("magvar", magneticVariation, decimals: 1)
    object.set("speed", speed, decimals: 3)
    object.set("climb", climb, decimals: 3)
    object.set("eps", speedError, decimals: 3)
    object.set("epd", trackError, decimals: 4)
    object.set("geoidSep", geoidSeparation, decimals: 3)
    object.set("sep", sphericalError, decimals: 3)
    if let differentialAge, let differentialStation {
      object.set("dgpsAge", differentialAge, decimals: 1)
      object.set("dgpsSta", differentialStation)
    }
    object.set(warnings)
    object.set(authentication)
  }

  /// Course over ground, in degrees clockwise from magnetic north.
  private var magneticTrack: Double? {
    guard let track, let magneticVariation else { return nil }
    let turned = (track - magneticVariation).truncatingRemainder(dividingBy: 360)
    return turned < 0 ? turned + 360 : turned
  }

  init(_ value: JSONValue) {
    device = value["device"]?.string
    mode = value["mode"]?.integer.flatMap(Mode.init) ?? .unknown
    status = value["status"]?.integer
    time = value["time"]?.string
    latitude = value.quantity("lat")
    longitude = value.quantity("lon")
    ellipsoidalAltitude = value.quantity("altHAE")
    altitude = value.quantity("altMSL") ?? value.quantity("alt")
    longitudeError = value.quantity("epx")
    latitudeError = value.quantity("epy")
    verticalError = value.quantity("epv")
    horizontalError = value.quantity("eph")
    track = value.quantity("track")
    speed = value.quantity("speed")
    climb = value.quantity("climb")
    speedError = value.quantity("eps")
    trackError = value.quantity("epd")
    geoidSeparation = value.quantity("geoidSep")
    warnings = FixWarnings(value["warnings"])
    authentication = FixAuthentication(value["authentication"])
    differentialAge = value.quantity("dgpsAge")
    differentialStation = value.count("dgpsSta")
  }
}

extension TPV {
  package init(_ fix: Fix, device: String?) {
    let is2D = fix.mode == .twoDimensional
    let hasAltitude = fix.altitude != nil || fix.ellipsoidalAltitude != nil
    self.init(device: device, mode: is2D || !hasAltitude ? .twoDimensional : .threeDimensional)
    status = fix.quality.flatMap(Self.status)
    time = fix.time?.iso8601
    latitude = fix.latitude
    longitude = fix.longitude
    ellipsoidalAltitude = fix.ellipsoidalAltitude
    altitude = fix.altitude
    horizontalError = fix.horizontalAccuracy.map { $0 * Confidence.plane }
    longitudeError = fix.horizontalAccuracy.map { $0 * Confidence.axisPerRadius }
    latitudeError = longitudeError
    verticalError = fix.verticalAccuracy.map { $0 * Confidence.line }
    if let radius = fix.horizontalAccuracy, let height = fix.verticalAccuracy {
      sphericalError = Confidence.sphericalRadius(horizontal: radius, vertical: height)
    }
    track = fix.course
    trackError = fix.courseAccuracy.map { $0 * Confidence.line }
    speed = fix.speed
    speedError = fix.speedAccuracy.map { $0 * Confidence.line }
    climb = fix.verticalSpeed
    geoidSeparation = fix.geoidSeparation
    differentialAge = fix.differentialAge
    differentialStation = fix.differentialStation
    (warnings, authentication) = (fix.warnings, fix.authentication)
  }

  private static func status(_ quality: FixQuality) -> Int? {
    switch quality {
    case .differential, .novAtelAugmented: 2
    case .rtkFixed: 3
    case .rtkFloat: 4
    case .estimated: 5
    case .simulated: 8
    default: nil
    }
  }
}

extension TPV {
  /// The fix that gpsd reports; `nil` without one, or without a time, which the machine's clock cannot replace.
  ///
  /// A position that is not on Earth is not a fix, and impossible figures count as unknown. gpsd only reports a status
  /// other than the usual one.
  package var fix: Fix? {
    guard mode == .twoDimensional || mode == .threeDimensional,
      let time = time.flatMap({ FixTime(text: $0) }), time.date != nil,
      let latitude, (-90...90).contains(latitude),
      let longitude, (-180...180).contains(longitude)
    else { return nil }
    var fix = Fix(time: time, latitude: latitude, longitude: longitude)
    fix.mode = mode == .twoDimensional ? .twoDimensional : .threeDimensional
    fix.quality = status.flatMap(Self.quality)
    (fix.altitude, fix.ellipsoidalAltitude) = (altitude, ellipsoidalAltitude)
    fix.geoidSeparation = geoidSeparation
    fix.speed = speed.flatMap { $0 >= 0 ? $0 : nil }
    fix.course = track.flatMap { (0..<360).contains($0) ? $0 : nil }
    fix.verticalSpeed = climb
    fix.horizontalAccuracy = horizontalRadius
    fix.verticalAccuracy = Self.error(verticalError, per: Confidence.line)
    fix.speedAccuracy = Self.error(speedError, per: Confidence.line)
    fix.courseAccuracy = Self.error(trackError, per: Confidence.line)
    fix.horizontalAccuracySource = fix.horizontalAccuracy.map { _ in .gpsdEstimate }
    fix.verticalAccuracySource = fix.verticalAccuracy.map { _ in .gpsdEstimate }
    (fix.differentialAge, fix.differentialStation) = (differentialAge, differentialStation)
    (fix.warnings, fix.authentication) = (warnings, authentication)
    return fix
  }

  /// The radius that contains 68 %; before gpsd 3.19, computed from the errors along two axes.
  private var horizontalRadius: Double? {
    if let radius = Self.error(horizontalError, per: Confidence.plane) { return radius }
    guard let east = Self.error(longitudeError, per: Confidence.axisPerRadius),
      let north = Self.error(latitudeError, per: Confidence.axisPerRadius)
    else { return nil }
    return ((east * east + north * north) / 2).squareRoot()
  }

  /// Converts an error; no receiver is exact, so 0 means "unknown".
  private static func error(_ value: Double?, per factor: Double) -> Double? {
    value.flatMap { $0 > 0 ? $0 / factor : nil }
  }

  private static func quality(_ status: Int) -> FixQuality? {
    switch status {
    case 1: .autonomous
    case 2: .differential
    case 3: .rtkFixed
    case 4: .rtkFloat
    case 5, 6: .estimated
    case 8: .simulated
    default: nil
    }
  }
}

extension FixTime {
  /// The date and the time as ISO 8601 in UTC, with milliseconds; `nil` without a date.
  ///
  /// A leap second becomes the next day's first second, since most clients refuse a 60th second.
  package var iso8601: String? {
    var shown = withoutSecond60
    guard shown.date != nil else { return nil }
    shown.time = UTCTime(nanosecondsOfDay: shown.time.nanosecondsOfDay / 1_000_000 * 1_000_000)
    return String(shown)
  }
}

/// Factors between this package's accuracies, which contain 68 % of a normal distribution, and gpsd's errors, which
/// contain 95 %.
enum Confidence {
  /// Along one axis: 95 % are within 1.96 standard deviations.
  static let line = 1.959_963_985

  /// In the plane: √(−2 ln 0.05) / √(−2 ln 0.317311), the radii of a circular distribution in standard deviations.
  static let plane = 2.447_746_831 / 1.515_172_9

  /// gpsd's error along one axis of a circular distribution, per radius that contains 68 % of it.
  static let axisPerRadius = line / 1.515_172_9

  /// Returns the radius of the sphere that contains 95 %, within 2 %, from a radius and a height that contain 68 %.
  ///
  /// The sum of the squared errors is approximated by a multiple of a chi-squared variable with the same mean and
  /// variance (Satterthwaite), whose quantile is that of Wilson and Hilferty.
  static func sphericalRadius(horizontal: Double, vertical: Double) -> Double {
    let (plane, up) = (horizontal * horizontal / (1.515_172_9 * 1.515_172_9), vertical * vertical)
    let (mean, variance) = (2 * plane + up, 2 * (2 * plane * plane + up * up))
    let part = variance / (9 * mean * mean)
    let root = 1 - part + 1.644_853_627 * part.squareRoot()
    return (mean * root * root * root).squareRoot()
  }
}
