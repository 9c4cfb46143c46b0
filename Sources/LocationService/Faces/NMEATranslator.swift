// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import NMEA0183

/// Passes on the receiver's own sentences; where a client may not have them, or there are none, makes sentences of its
/// fixes.
struct NMEATranslator {
  private var hasSentences = false
  private let pair = PositionPairTranslator()

  /// - Parameter isHeard: whether any client gets the result; if not, no sentences are made.
  mutating func translate(_ event: ServiceEvent, isHeard: Bool) -> [UInt8] {
    switch event {
    case .sentences(let sentences):
      hasSentences = true
      return sentences
    case .receiver(let status):
      if !(status?.state.isTalking ?? false) { hasSentences = false }
      return []
    default: return hasSentences || !isHeard ? [] : pair.translate(event)
    }
  }
}

/// Makes RMC and GGA of each fix, both at once, and nothing without a fix, as GeoClue requires.
///
/// GeoClue uses the last GGA and the last RMC of what it reads at once, and ignores status and quality.
struct PositionPairTranslator {
  private let encoder = SentenceEncoder()
  /// GeoClue treats a dilution of 1 or less as no accuracy at all.
  private static let leastDilution = 1.01

  func translate(_ event: ServiceEvent) -> [UInt8] {
    guard case .fix(let fix) = event else { return [] }
    var bytes: [UInt8] = []
    encoder.append(.rmc(Self.rmc(fix)), to: &bytes)
    encoder.append(.gga(Self.gga(fix)), to: &bytes)
    return bytes
  }

  private static func rmc(_ fix: Fix) -> RMC {
    var message = RMC(talker: .combined)
    message.time = fix.time.time
    message.status = .valid
    message.latitude = fix.latitude
    message.longitude = fix.longitude
    message.speedKnots = fix.speed.map { $0 * 3600 / 1852 }
    message.course = fix.course
    message.date = fix.time.date.flatMap {
      ShortDate(
        day: UInt8($0.day), month: UInt8($0.month), yearOfCentury: UInt8($0.year % 100))
    }
    message.mode = fix.isSimulated ? .simulated : .autonomous
    return message
  }

  private static func gga(_ fix: Fix) -> GGA {
    var message = GGA(talker: .combined)
    message.time = fix.time.time
    message.latitude = fix.latitude
    message.longitude = fix.longitude
    message.quality = fix.quality ?? .autonomous
    message.satellitesUsed = fix.satellitesUsed.map { UInt16(clamping: $0) }
    // A reduced fix has an accuracy but no dilution, and GeoClue derives an accuracy only from the latter.
    let dilution = fix.dilutionOfPrecision.horizontal ?? fix.horizontalAccuracy.map { $0 / 3 }
    message.hdop = dilution.map { max($0, leastDilution) }
    message.altitude = fix.altitude
    message.geoidSeparation = fix.geoidSeparation
    return message
  }
}
