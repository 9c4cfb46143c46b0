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
    let quality = fix.quality ?? .autonomous
    encoder.append(.gga(gga(fix, quality)), to: &bytes)
    encoder.append(.rmc(rmc(fix, quality)), to: &bytes)
    let dilution = fix.dilutionOfPrecision
    guard fix.mode != nil || dilution.vertical != nil || dilution.position != nil else { return }
    var message = GSA(talker: .combined)
    message.selection = .automatic
    message.mode = fix.mode
    message.pdop = dilution.position?.rounded(decimals: 2)
    message.hdop = dilution.horizontal?.rounded(decimals: 2)
    message.vdop = dilution.vertical?.rounded(decimals: 2)
    encoder.append(.gsa(message), to: &bytes)
  }

  /// Appends what a receiver sends that has lost its position, and its time as well.
  package func appendLoss(to bytes: inout [UInt8]) {
    var message = RMC(talker: .combined)
    message.status = .invalid
    message.mode = .invalid
    encoder.append(.rmc(message), to: &bytes)
  }

  private func gga(_ fix: Fix, _ quality: FixQuality) -> GGA {
    var message = GGA(talker: .combined)
    message.time = fix.time?.time
    message.latitude = Self.sent(fix.latitude)
    message.longitude = Self.sent(fix.longitude)
    message.quality = quality
    message.satellitesUsed = fix.satellitesUsed.map(UInt16.init(clamping:))
    message.hdop = fix.dilutionOfPrecision.horizontal?.rounded(decimals: 2)
    message.altitude = fix.altitude?.rounded(decimals: 3)
    message.geoidSeparation = fix.geoidSeparation?.rounded(decimals: 3)
    message.differentialAge = fix.differentialAge?.rounded(decimals: 1)
    message.differentialStation = fix.differentialStation.map(UInt16.init(clamping:))
    return message
  }

  private func rmc(_ fix: Fix, _ quality: FixQuality) -> RMC {
    var message = RMC(talker: .combined)
    message.time = fix.time?.time
    message.status = .valid
    message.latitude = Self.sent(fix.latitude)
    message.longitude = Self.sent(fix.longitude)
    message.speedKnots = fix.speed.map { ($0 * 3600 / 1852).rounded(decimals: 3) }
    message.course = fix.course.map { $0.rounded(decimals: 2).direction }
    message.date = fix.time?.date?.short
    message.mode = PositioningMode(quality)
    return message
  }

  /// Returns a coordinate rounded to seven decimals of its minutes: a fifth of a millimeter.
  private static func sent(_ degrees: Double) -> Double {
    let scale = 60.0 * 10_000_000
    return (degrees * scale).rounded() / scale
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
