// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationAuthorization
import ServiceProtocol

/// What all clients of the same exposure are told, in every protocol.
///
/// Each event is translated once, however many clients there are, into the protocols that they speak.
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
  ///
  /// - Parameter protocols: those that a client listens to: a fix does not wait for words that nobody hears.
  mutating func translate(
    _ event: ServiceEvent, to protocols: ServiceFaces, at now: Moment
  ) -> TranslatedEvent? {
    guard let event = event.disclosed(to: exposure, by: &reducer) else { return nil }
    var translated = TranslatedEvent()
    switch event {
    case .receiver: translated.isChange = true
    case .fixLost: translated.isChange = true
    default: break
    }
    let (message, kind) = location.translate(event, at: now)
    translated.locationKind = kind
    if protocols.contains(.location), let message {
      message.append(to: &translated.location)
    }
    let reports = gpsd.translate(event, at: now)
    if protocols.contains(.gpsd) { translated.gpsd = GpsdDialogue.bytes(reports) }
    translated.nmea = nmea.translate(event, isHeard: protocols.contains(.nmea))
    if protocols.contains(.geoclue) { translated.pair = pair.translate(event) }
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
