// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver

extension ClientProtocol {
  /// RMC and GGA of each fix, for GeoClue.
  package static let geoclue: ClientProtocol = .init(
    name: "geoclue", title: "NMEA 0183 for GeoClue",
    translator: { _, _ in GeoClueTranslator() },
    dialogue: { SentenceDialogue(clientProtocol: .geoclue) })
}

/// Makes RMC and GGA of each fix, and nothing without a fix, as GeoClue requires.
///
/// GeoClue uses the last GGA and the last RMC of what it reads at once, and ignores status and quality. What comes from
/// GeoClue is never written, since it would return to it as a receiver's.
struct GeoClueTranslator: EventTranslator {
  func translate(_ event: ReceiverEvent, isHeard: Bool, at now: Moment) -> TranslatedEvent {
    guard isHeard, case .report(.fix(var fix)) = event.content, fix.source == nil,
      let dilution = Self.dilution(for: fix.horizontalAccuracy)
    else { return TranslatedEvent() }
    fix.dilutionOfPrecision.horizontal = dilution
    return TranslatedEvent(bytes: fix.sentences)
  }

  /// The radii that GeoClue makes of dilutions of precision, meters, each with a dilution amid those that lead to it.
  ///
  /// They were tried with version 2.6. A dilution up to 1 leads to 0 m, which means nothing.
  private static let radii: [(radius: Double, dilution: Double)] = [
    (1, 1.5), (3, 3.5), (50, 7.5), (100, 15), (300, 25),
  ]

  /// Returns the dilution of which GeoClue makes the smallest radius that is no smaller than the accuracy.
  ///
  /// - Parameter accuracy: meters; where it is unknown, the radius is the largest that GeoClue makes.
  /// - Returns: `nil` if every radius would be too small, as for a position whose accuracy has been reduced.
  static func dilution(for accuracy: Double?) -> Double? {
    guard let accuracy else { return radii.last?.dilution }
    return radii.first { accuracy <= $0.radius }?.dilution
  }
}
