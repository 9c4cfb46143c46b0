// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import NMEA0183

/// Writes known fixes as sentences from which a reader gets the same fixes: GGA, RMC, and GSA for what only it can
/// express.
///
/// Unknown values are left empty, except for the fix quality, without which no program accepts a GGA: it is then
/// autonomous.
package struct FixSentences: Sendable {
  private var encoder = SentenceEncoder()

  package init() { encoder.minimumMinuteDecimals = 5 }

  package func append(_ fix: Fix, to bytes: inout [UInt8]) {
    var fix = fix
    fix.quality = fix.quality ?? .autonomous
    // A fifth of a millimeter.
    fix.latitude = fix.latitude.rounded(decimals: 7, of: 60)
    fix.longitude = fix.longitude.rounded(decimals: 7, of: 60)
    fix.geoidSeparation = fix.geoidSeparation?.rounded(decimals: 3)
    encoder.append(.gga(GGA(fix, talker: .combined)), to: &bytes)
    encoder.append(.rmc(RMC(fix, talker: .combined)), to: &bytes)
    let dilution = fix.dilutionOfPrecision
    guard fix.mode != nil || dilution.vertical != nil || dilution.position != nil else { return }
    encoder.append(.gsa(GSA(fix, talker: .combined)), to: &bytes)
  }

  /// Appends what a receiver sends that has lost its position, and its time as well.
  package func appendLoss(to bytes: inout [UInt8]) {
    encoder.append(.rmc(RMC(nil, talker: .combined)), to: &bytes)
  }
}

extension GGA {
  init(_ fix: Fix?, talker: Talker) {
    self.init(talker: talker)
    time = fix?.time?.time
    latitude = fix?.latitude
    longitude = fix?.longitude
    quality = fix?.quality ?? .invalid
    satellitesUsed = fix?.satellitesUsed.map(UInt16.init(clamping:))
    hdop = fix?.dilutionOfPrecision.horizontal?.rounded(decimals: 2)
    altitude = fix?.altitude?.rounded(decimals: 3)
    geoidSeparation = fix?.geoidSeparation
    differentialAge = fix?.differentialAge?.rounded(decimals: 1)
    differentialStation = fix?.differentialStation.map(UInt16.init(clamping:))
  }
}

extension RMC {
  init(_ fix: Fix?, talker: Talker) {
    self.init(talker: talker)
    time = fix?.time?.time
    status = fix == nil ? .invalid : .valid
    latitude = fix?.latitude
    longitude = fix?.longitude
    speedKnots = fix?.speed.map { ($0 * 3600 / 1852).rounded(decimals: 3) }
    course = fix?.course.map { $0.rounded(decimals: 2).direction }
    date = fix?.time?.date?.short
    mode = fix?.quality.map { PositioningMode($0) } ?? .invalid
  }
}

extension GSA {
  init(_ fix: Fix?, talker: Talker) {
    self.init(talker: talker)
    selection = .automatic
    mode = fix?.mode
    pdop = fix?.dilutionOfPrecision.position?.rounded(decimals: 2)
    hdop = fix?.dilutionOfPrecision.horizontal?.rounded(decimals: 2)
    vdop = fix?.dilutionOfPrecision.vertical?.rounded(decimals: 2)
  }
}

extension CivilDate {
  /// As in RMC.
  var short: ShortDate? {
    ShortDate(day: UInt8(day), month: UInt8(month), yearOfCentury: UInt8(year % 100))
  }
}

extension PositioningMode {
  init(_ quality: FixQuality) {
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
