// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import LocationAuthorization
import LocationProtocols

/// One of the protocols that the service speaks.
///
/// A new one is a file with its value, and an entry in ``allCases``.
package struct ClientProtocol: Hashable, Sendable, CaseIterable {
  package static let allCases: [ClientProtocol] = [.location, .gpsd, .nmea, .geoclue]

  /// Its name for programs: lower-case letters.
  let name: String
  /// Its name in messages.
  package let title: String
  /// Returns what reports to all clients of one disclosure, given the receiver that was named; `nil` if it has to be found.
  let translator: @Sendable (_ disclosure: Disclosure, _ device: String?) -> any EventTranslator
  let dialogue: @Sendable () -> any ClientDialogue

  package static func == (one: ClientProtocol, other: ClientProtocol) -> Bool {
    one.name == other.name
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Translates events into a protocol, once for all clients of the same disclosure.
protocol EventTranslator {
  /// Whether ``secondWithoutFix(at:)`` is due every second, because there is no fix, as far as clients may know.
  var lacksFix: Bool { get }
  /// Returns what is sent for an event, as far as it has been disclosed; bytes are whole sentences.
  ///
  /// - Parameter isHeard: whether any client gets the result; if not, it may be empty, so that a fix is not delayed.
  mutating func translate(_ event: ReceiverEvent, isHeard: Bool, at now: Moment) -> TranslatedEvent
  /// Returns what is sent because another second has passed without a fix; nothing if there is one.
  mutating func secondWithoutFix(at now: Moment) -> TranslatedEvent
  /// Called when its receiver has taken over, or has become a standby, so that its state is news to clients.
  mutating func hasNewFollowers()
  /// Forgets what was known, because the receiver has been closed.
  mutating func receiverClosed()
}

extension EventTranslator {
  var lacksFix: Bool { false }
  mutating func secondWithoutFix(at now: Moment) -> TranslatedEvent { TranslatedEvent() }
  mutating func hasNewFollowers() {}
  mutating func receiverClosed() {}
}

/// An event in a protocol; empty where the protocol cannot express it.
struct TranslatedEvent {
  /// What a client has to request to get it.
  enum Topic {
    case always, satellites, headings
  }

  var bytes: [UInt8] = []
  /// What clients are sent instead that may not read every standby; `nil` for the same.
  var withoutStandbys: [UInt8]?
  var topic = Topic.always

  var narrowed: TranslatedEvent {
    TranslatedEvent(bytes: withoutStandbys ?? bytes, topic: topic)
  }
}

/// A protocol's state for one client: what it has requested, and what it is sent.
protocol ClientDialogue {
  /// Whether it is sent reports without requesting each of them.
  var isWatching: Bool { get }
  var wantsSentences: Bool { get }
  /// Whether it is sent how each receiver is doing, if its client may read all of them.
  var wantsReceivers: Bool { get }
  /// The protocols in which reports are sent to it.
  var protocols: Set<ClientProtocol> { get }
  /// Whether it is closed when it has made no request for a while and does not watch.
  var endsWhenIdle: Bool { get }
  /// Whether something is written to it every second, so that its end is noticed; see
  /// ``ConnectedClient/isFinished``.
  var outlivesItsInput: Bool { get }
  var listing: (protocolName: String, name: String?) { get }
  /// What it has requested, so that it outlives a restart of the service.
  var subscription: RestoredSubscription { get }

  /// Returns what a client is sent as soon as it has connected.
  func greeting(version: String, device: String?) -> [UInt8]
  mutating func received(_ bytes: [UInt8], _ view: ClientView) -> [UInt8]
  /// Returns one line that says why a request is refused; empty if the protocol cannot express that.
  func refusal(_ reason: String) -> [UInt8]
  /// Returns what a client is sent because its rights have been decided.
  ///
  /// - Parameter disclosesStandbys: whether it may know of the standbys from now on.
  mutating func decided(
    _ view: ClientView, before: ClientAccess, disclosesStandbys: Bool
  ) -> [UInt8]
  /// Returns what is sent to it of an event in these protocols; the receiver's name is empty if it is not known.
  func bytes(of event: [ClientProtocol: TranslatedEvent], device: String) -> [UInt8]
  /// Restores what it had requested before a restart.
  mutating func restore(_ subscription: RestoredSubscription)
}

extension ClientDialogue {
  var wantsReceivers: Bool { false }
}

/// What a dialogue may know about the service, and what its client may see.
struct ClientView {
  let feed: Feed
  let access: ClientAccess
  let version: String
  /// The receiver's name, if clients without access may not know it and this one may.
  let privateDevice: String?
  /// Whether the client may read every standby, so that it may know of them.
  let seesStandbys: Bool
  /// The device nodes of the standbys, whether they have been opened or not.
  let standbys: [String]
  let listing: () -> [ServiceClient]
  /// Returns what the service does besides reporting positions; `nil` if that is nothing, or not for this client.
  let exchange: () -> ExchangeReport?
  let now: Moment
}

/// What a client had requested, as a few letters and perhaps a device.
package struct RestoredSubscription: Hashable, Sendable {
  /// `ej0`, or `ej0@/dev/ttyUSB0`: limited to what a descriptor's name may contain, ASCII without colons.
  package var text: String

  package init(_ text: String) { self.text = text }

  /// - Parameter device: omitted if a descriptor's name cannot contain it.
  init(_ letters: [String], device: String? = nil) {
    text = letters.joined()
    guard let device, device.utf8.count <= 200,
      device.utf8.allSatisfy({ (33..<127).contains($0) && $0 != UInt8(ascii: ":") })
    else { return }
    text += "@" + device
  }

  func has(_ letter: Character) -> Bool { letters.contains(letter) }
  var letters: Substring { text.prefix { $0 != "@" } }

  /// The only device requested; `nil` for all.
  var device: String? { text.firstIndex(of: "@").map { String(text[$0...].dropFirst()) } }
}
