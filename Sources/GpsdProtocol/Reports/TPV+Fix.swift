// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import NMEA0183

extension TPV {
  /// What gpsd would report of a fix.
  package init(_ fix: Fix, device: String?) {
    let is2D = fix.mode == .twoDimensional
    let hasAltitude = fix.altitude != nil || fix.ellipsoidalAltitude != nil
    self.init(device: device, mode: is2D || !hasAltitude ? .twoDimensional : .threeDimensional)
    status = fix.quality.flatMap(Self.status)
    time = fix.time.iso8601
    latitude = fix.latitude
    longitude = fix.longitude
    ellipsoidalAltitude = fix.ellipsoidalAltitude
    altitude = fix.altitude
    horizontalError = fix.horizontalAccuracy.map { $0 * Confidence.plane }
    longitudeError = fix.horizontalAccuracy.map { $0 * Confidence.axisPerRadius }
    latitudeError = longitudeError
    verticalError = fix.verticalAccuracy.map { $0 * Confidence.line }
    track = fix.course
    trackError = fix.courseAccuracy.map { $0 * Confidence.line }
    speed = fix.speed
    speedError = fix.speedAccuracy.map { $0 * Confidence.line }
    climb = fix.verticalSpeed
    geoidSeparation = fix.geoidSeparation
    differentialAge = fix.differentialAge
    differentialStation = fix.differentialStation
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

extension FixTime {
  /// The date and the time as ISO 8601 in UTC, with milliseconds; `nil` without a date.
  ///
  /// A leap second is the next day's first second, since most clients refuse a 60th second.
  package var iso8601: String? {
    guard let nanoseconds = nanosecondsSince1970 else { return nil }
    let milliseconds = Self.floored(nanoseconds, 1_000_000)
    let day = Self.floored(milliseconds, 86_400_000)
    let ofDay = Int(milliseconds - day * 86_400_000)
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    let time = [ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1000 % 60]
      .map { padded($0, 2) }.joined(separator: ":")
    return "\(CivilDate(daysSince1970: Int(day)))T\(time).\(padded(ofDay % 1000, 3))Z"
  }

  private static func floored(_ value: Int64, _ unit: Int64) -> Int64 {
    value / unit - (value % unit < 0 ? 1 : 0)
  }
}
