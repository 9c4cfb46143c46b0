// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationAuthorization

/// What all clients of the same exposure are told, in every protocol.
///
/// Each event is translated once, however many clients there are.
struct Feed {
  let exposure: Exposure
  private var reducer = ReducedAccuracy()
  private(set) var gpsd: GpsdTranslator
  private(set) var location = LocationTranslator()
  private var nmea = NMEATranslator()
  private var pair = PositionPairTranslator()

  /// - Parameter device: the receiver that was named; `nil` if it is to be found.
  init(_ exposure: Exposure, device: String?) {
    self.exposure = exposure
    gpsd = GpsdTranslator(device: device, tellsFix: exposure != .nothing)
  }

  /// Translates an event, as far as clients of this exposure may know it; `nil` if they may not know it.
  mutating func translate(_ event: ServiceEvent, at now: Moment) -> TranslatedEvent? {
    guard let event = event.disclosed(to: exposure, by: &reducer) else { return nil }
    var translated = TranslatedEvent()
    switch event {
    case .receiver: translated.isChange = true
    case .fixLost: translated.isChange = true
    default: break
    }
    (translated.location, translated.locationKind) = location.translate(event, at: now)
    translated.gpsd = gpsd.translate(event, at: now)
    translated.nmea = nmea.translate(event)
    translated.pair = pair.translate(event)
    return translated
  }

  /// The receiver is closed: what was known is not known any more.
  mutating func receiverClosed() {
    gpsd.receiverClosed()
    location.receiverClosed()
  }
}

/// An event in the words of every protocol; empty where a protocol has no words for it.
struct TranslatedEvent {
  /// Whether it is told once, rather than with every epoch.
  var isChange = false
  var location: [UInt8] = []
  var locationKind = LocationTranslator.Kind.always
  var gpsd: [UInt8] = []
  var nmea: [UInt8] = []
  var pair: [UInt8] = []
}
