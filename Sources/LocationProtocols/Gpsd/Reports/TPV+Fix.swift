// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationJSON
import NMEA0183

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
    warnings = fix.warnings
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
    fix.warnings = warnings
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
    guard let nanoseconds = nanosecondsSince1970 else { return nil }
    let fraction = (nanoseconds % 1_000_000 + 1_000_000) % 1_000_000
    return String(FixTime(nanosecondsSince1970: nanoseconds - fraction))
  }
}
