// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationAuthorization
import ServiceProtocol

/// What is reported to all clients of the same exposure, in every protocol.
///
/// Each event is translated once for all clients, into the protocols that they use.
struct Feed {
  let exposure: Exposure
  private var reducer = ReducedAccuracy()
  private(set) var gpsd: GpsdTranslator
  private(set) var location = LocationTranslator()
  private var nmea = NMEATranslator()
  private var pair = PositionPairTranslator()

  /// - Parameter device: the receiver that was named; `nil` if it has to be found.
  init(_ exposure: Exposure, device: String?) {
    self.exposure = exposure
    gpsd = GpsdTranslator(device: device, tellsFix: exposure != .nothing)
  }

  /// Translates an event, as far as clients of this exposure may see it; returns `nil` if they may not.
  ///
  /// - Parameter protocols: those that clients use; an event is not translated into any other, so that a fix is not
  ///   delayed.
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

  /// Forgets what was known, because the receiver has been closed.
  mutating func receiverClosed() {
    gpsd.receiverClosed()
    location.receiverClosed()
  }
}

/// An event in each protocol; empty where a protocol cannot express it.
struct TranslatedEvent {
  /// Whether it is reported only once, rather than every epoch.
  var isChange = false
  var location: [UInt8] = []
  var locationKind = LocationTranslator.Kind.always
  var gpsd: [UInt8] = []
  var nmea: [UInt8] = []
  var pair: [UInt8] = []
}
