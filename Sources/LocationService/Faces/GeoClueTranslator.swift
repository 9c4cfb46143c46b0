// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationAuthorization

extension ServiceFace {
  /// RMC and GGA of each fix, for GeoClue.
  package static let geoclue: ServiceFace = .init(
    name: "geoclue", title: "NMEA 0183 for GeoClue",
    translator: { _, _ in GeoClueTranslator() },
    dialogue: { SentenceDialogue(face: .geoclue) })
}

/// Makes RMC and GGA of each fix, and nothing without a fix, as GeoClue requires.
///
/// GeoClue uses the last GGA and the last RMC of what it reads at once, and ignores status and quality. What comes from
/// GeoClue is never written, since it would return to it as a receiver's.
struct GeoClueTranslator: EventTranslator {
  func translate(_ event: ReceiverEvent, isHeard: Bool, at now: Moment) -> TranslatedEvent {
    guard isHeard, case .report(.fix(var fix)) = event.content, fix.source == nil else {
      return TranslatedEvent()
    }
    // A reduced fix has an accuracy but no dilution, and GeoClue treats 1 or less as no accuracy at all.
    let dilution = fix.dilutionOfPrecision.horizontal ?? fix.horizontalAccuracy.map { $0 / 3 }
    fix.dilutionOfPrecision.horizontal = dilution.map { max($0, 1.01) }
    return TranslatedEvent(bytes: fix.sentences)
  }
}
