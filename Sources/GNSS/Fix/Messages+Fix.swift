// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The sentences of a fix, whether a receiver, a file or a simulation knows it. A fix of `nil` is none: what a receiver
// sends that has lost its position. Unknown values are left empty, except for the quality, without which no program
// accepts a position: it is then autonomous.

package import NMEA0183

extension GGA {
  package init(_ fix: Fix?, talker: Talker = .combined) {
    self.init(talker: talker)
    quality = .invalid
    guard let fix else { return }
    time = fix.time?.time
    latitude = fix.latitude
    longitude = fix.longitude
    quality = fix.quality ?? .autonomous
    satellitesUsed = fix.satellitesUsed.map(UInt16.init(clamping:))
    hdop = fix.dilutionOfPrecision.horizontal?.rounded(decimals: 2)
    altitude = fix.altitude
    geoidSeparation = fix.geoidSeparation
    differentialAge = fix.differentialAge?.rounded(decimals: 1)
    differentialStation = fix.differentialStation.map(UInt16.init(clamping:))
  }
}

extension RMC {
  package init(_ fix: Fix?, talker: Talker = .combined) {
    self.init(talker: talker)
    (status, mode) = (.invalid, .invalid)
    guard let fix else { return }
    time = fix.time?.time
    status = .valid
    latitude = fix.latitude
    longitude = fix.longitude
    speedKnots = fix.speed.map { ($0 * 3600 / 1852).rounded(decimals: 3) }
    course = fix.course.map { $0.rounded(decimals: 2).truncatingRemainder(dividingBy: 360) }
    date = fix.time?.date?.short
    mode = PositioningMode(fix.quality ?? .autonomous)
  }
}

extension GSA {
  package init(_ fix: Fix?, talker: Talker = .combined) {
    self.init(talker: talker)
    selection = .automatic
    mode = fix == nil ? FixMode.none : fix?.mode
    pdop = fix?.dilutionOfPrecision.position?.rounded(decimals: 2)
    hdop = fix?.dilutionOfPrecision.horizontal?.rounded(decimals: 2)
    vdop = fix?.dilutionOfPrecision.vertical?.rounded(decimals: 2)
  }
}

extension GST {
  /// Creates the errors of a fix; `nil` if it does not say how large they are.
  ///
  /// What it knows is the radius of a circle, so that latitude and longitude have the same deviation.
  package init?(_ fix: Fix, talker: Talker = .combined) {
    guard fix.horizontalAccuracy != nil || fix.verticalAccuracy != nil else { return nil }
    self.init(talker: talker)
    time = fix.time?.time
    latitudeDeviation = fix.horizontalAccuracy.map {
      ($0 / ErrorEllipse.roundRadius).rounded(decimals: 3)
    }
    longitudeDeviation = latitudeDeviation
    altitudeDeviation = fix.verticalAccuracy?.rounded(decimals: 3)
  }
}

extension ZDA {
  /// Creates the date and time of a fix; `nil` if it has no date.
  package init?(_ time: FixTime?, talker: Talker = .combined) {
    guard let time, let date = time.date else { return nil }
    self.init(talker: talker)
    self.time = time.time
    (day, month, year) = (UInt8(date.day), UInt8(date.month), UInt16(date.year))
    (zoneHours, zoneMinutes) = (0, 0)
  }
}

extension Fix {
  /// Returns the fix with its place in so many decimals of a minute, and its heights in so many of a meter: a sentence has
  /// every decimal of a number.
  package func rounded(minuteDecimals: Int, meterDecimals: Int) -> Fix {
    var fix = self
    fix.latitude = latitude.rounded(decimals: minuteDecimals, of: 60)
    fix.longitude = longitude.rounded(decimals: minuteDecimals, of: 60)
    fix.altitude = altitude?.rounded(decimals: meterDecimals)
    fix.geoidSeparation = geoidSeparation?.rounded(decimals: meterDecimals)
    return fix
  }
}

extension CivilDate {
  /// As in RMC.
  package var short: ShortDate? {
    ShortDate(day: UInt8(day), month: UInt8(month), yearOfCentury: UInt8(year % 100))
  }
}

extension PositioningMode {
  package init(_ quality: FixQuality) {
    self =
      switch quality {
      case .differential: .differential
      case .rtkFixed: .rtkFixed
      case .rtkFloat: .rtkFloat
      case .precise: .precise
      case .estimated: .estimated
      case .manual: .manual
      case .simulated: .simulated
      default: .autonomous
      }
  }
}

extension Double {
  /// Returns the number rounded to a number of decimals, half away from zero; degrees to decimals of their minutes if the
  /// unit is 60.
  package func rounded(decimals: Int, of unit: Double = 1) -> Double {
    var scale = unit
    for _ in 0..<decimals { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
