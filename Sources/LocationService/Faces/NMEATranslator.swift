// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationAuthorization
import LocationFormats
import NMEA0183

extension ServiceFace {
  /// The receiver's own sentences.
  package static let nmea: ServiceFace = .init(
    name: "nmea", title: "NMEA 0183", translator: { _, _ in NMEATranslator() },
    dialogue: { SentenceDialogue(face: .nmea) })

  /// RMC and GGA of each fix, for GeoClue.
  package static let geoclue: ServiceFace = .init(
    name: "geoclue", title: "NMEA 0183 for GeoClue",
    translator: { _, _ in PositionPairTranslator() },
    dialogue: { SentenceDialogue(face: .geoclue) })
}

/// Passes on the receiver's own sentences; where a client may not have them, or there are none, makes sentences of its
/// fixes.
struct NMEATranslator: EventTranslator {
  private var hasSentences = false
  private let pair = PositionPairTranslator(leastDilution: 0)

  mutating func translate(
    _ event: ReceiverEvent, isHeard: Bool, at now: Moment
  ) -> TranslatedEvent {
    switch event.content {
    case .bytes(let sentences):
      hasSentences = true
      return TranslatedEvent(bytes: sentences.bytes)
    case .status(let status):
      if !(status.current?.state.isTalking ?? false) { hasSentences = false }
      return TranslatedEvent()
    default:
      return hasSentences ? TranslatedEvent() : pair.translate(event, isHeard: isHeard, at: now)
    }
  }

  /// Sentences of spares do not arrive.
  mutating func hasNewFollowers() { hasSentences = false }
}

/// Makes RMC and GGA of each fix, both at once, and nothing without a fix, as GeoClue requires.
///
/// Numbers are rounded, and nothing is said of corrections, so that a sentence has the 82 characters that the standard
/// allows. GeoClue uses the last GGA and the last RMC of what it reads at once, and ignores status and quality. What comes from
/// GeoClue is never written, since it would return to it as a receiver's.
struct PositionPairTranslator: EventTranslator {
  private let encoder = SentenceEncoder()
  private let leastDilution: Double

  /// - Parameter leastDilution: what a better dilution of precision becomes: GeoClue treats 1 or less as no accuracy at
  ///   all.
  init(leastDilution: Double = 1.01) { self.leastDilution = leastDilution }

  func translate(_ event: ReceiverEvent, isHeard: Bool, at now: Moment) -> TranslatedEvent {
    guard isHeard, case .report(.fix(var fix)) = event.content, fix.source == nil else {
      return TranslatedEvent()
    }
    // Six decimals of a minute are 2 mm.
    fix = fix.rounded(minuteDecimals: 6, meterDecimals: 2)
    (fix.differentialAge, fix.differentialStation) = (nil, nil)
    // A reduced fix has an accuracy but no dilution, and GeoClue derives an accuracy only from the latter.
    let dilution = fix.dilutionOfPrecision.horizontal ?? fix.horizontalAccuracy.map { $0 / 3 }
    fix.dilutionOfPrecision.horizontal = dilution.map { max($0, leastDilution) }
    var bytes: [UInt8] = []
    encoder.append(.rmc(RMC(fix)), to: &bytes)
    encoder.append(.gga(GGA(fix)), to: &bytes)
    return TranslatedEvent(bytes: bytes)
  }
}
