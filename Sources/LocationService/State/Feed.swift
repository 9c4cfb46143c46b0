// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationAuthorization
import LocationProtocols
import NMEA0183

/// What is reported to all clients of the same disclosure, in every protocol.
///
/// Each event is translated once for all clients.
struct Feed {
  let disclosure: Disclosure
  /// Whether the receiver has a fix, as far as clients of this disclosure may know.
  private(set) var hasFix = false
  private var reducer = ReducedAccuracy()
  private var translators: [ClientProtocol: any EventTranslator]

  /// - Parameter device: the receiver that was named; `nil` if it has to be found.
  init(_ disclosure: Disclosure, device: String?) {
    self.disclosure = disclosure
    translators = Dictionary(
      uniqueKeysWithValues: ClientProtocol.allCases.map {
        ($0, $0.translator(disclosure, device))
      })
  }

  func translator<Translator: EventTranslator>(
    _ clientProtocol: ClientProtocol, as type: Translator.Type = Translator.self
  ) -> Translator? {
    translators[clientProtocol] as? Translator
  }

  /// Whether clients of these protocols are to be told every second that there is no fix.
  func lacksFix(in protocols: Set<ClientProtocol>) -> Bool {
    protocols.contains { translators[$0]?.lacksFix == true }
  }

  /// Translates an event, as far as clients of this disclosure may see it; returns nothing if they may not.
  mutating func translate(
    _ event: ReceiverEvent, to protocols: Set<ClientProtocol>, at now: Moment
  ) -> [ClientProtocol: TranslatedEvent] {
    guard let event = event.disclosed(to: disclosure, by: &reducer) else { return [:] }
    switch event.content {
    case .report(.fix): hasFix = true
    case .report(.fixLost): hasFix = false
    case .status(let status) where status.current?.state.isTalking != true: hasFix = false
    default: break
    }
    var translated: [ClientProtocol: TranslatedEvent] = [:]
    for clientProtocol in ClientProtocol.allCases {
      translated[clientProtocol] = translators[clientProtocol]?.translate(
        event, isHeard: protocols.contains(clientProtocol), at: now)
    }
    return translated
  }

  /// Returns what is sent because another second has passed, where there is no fix.
  mutating func secondWithoutFix(at now: Moment) -> [ClientProtocol: TranslatedEvent] {
    var translated: [ClientProtocol: TranslatedEvent] = [:]
    for clientProtocol in ClientProtocol.allCases {
      translated[clientProtocol] = translators[clientProtocol]?.secondWithoutFix(at: now)
    }
    return translated
  }

  /// Called when its receiver has taken over, or has become a standby, and that other clients follow it.
  mutating func hasNewFollowers() {
    for clientProtocol in ClientProtocol.allCases { translators[clientProtocol]?.hasNewFollowers() }
  }

  /// Forgets what was known, because the receiver has been closed.
  mutating func receiverClosed() {
    hasFix = false
    for clientProtocol in ClientProtocol.allCases { translators[clientProtocol]?.receiverClosed() }
  }
}

extension ReceiverEvent {
  /// Returns the event as far as a client may see it; `nil` if it may not see it at all.
  ///
  /// No protocol gets more than what is returned here.
  fileprivate func disclosed(
    to disclosure: Disclosure, by reducer: inout ReducedAccuracy
  ) -> ReceiverEvent? {
    var event = self
    switch content {
    case .status(let status):
      guard let status = status.disclosed(to: disclosure, hadFix: reducer.fix != nil) else {
        return nil
      }
      event.content = .status(status)
    // The receiver's own sentences tell everything.
    case .bytes, .timeWithoutFix: return disclosure == .full ? self : nil
    // Translators keep the last fix, as far as they have seen it.
    // Those of another service's receivers: clients may not read all of them.
    case .lastFix, .notice, .receivers: return nil
    case .report(let report):
      guard let report = report.disclosed(to: disclosure, by: &reducer) else { return nil }
      event.content = .report(report)
    }
    return event
  }
}

extension ReceiverEvent {
  /// The event, and in a status no names of recordings and of other machines besides a port's.
  var withoutPrivateStandbys: ReceiverEvent {
    guard case .status(let status) = content else { return self }
    var event = self
    event.content = .status(status.withoutPrivateStandbys)
    return event
  }
}

extension ReceiverStatus {
  /// The status without the names of recordings and of other machines, which are not everybody's who may read a port.
  var withoutPrivateStandbys: ReceiverStatus {
    guard current?.source.traits.contains(.hasRate) == true,
      sources.contains(where: { !$0.source.traits.contains(.hasRate) })
    else { return self }
    var status = ReceiverStatus()
    status.sources = sources.filter { $0.source.traits.contains(.hasRate) }
    status.current = current
    return status
  }

  /// Returns the status as far as a client may see it; `nil` if it may not.
  ///
  /// Without access, a client only learns that there is no receiver. With reduced accuracy, it does not learn when a fix is
  /// lost and found, nor how many satellites are in view: that would reveal tunnels, doors and the sky between two cells.
  ///
  /// - Parameter hadFix: whether clients have been sent a fix.
  fileprivate func disclosed(to disclosure: Disclosure, hadFix: Bool) -> ReceiverStatus? {
    switch disclosure {
    case .full: return withoutPrivateStandbys
    case .nothing: return current == nil && report.code == .noReceiver ? ReceiverStatus() : nil
    case .reduced:
      guard var shown = current else { return ReceiverStatus(report) }
      if [.fix, .waitingForFix].contains(shown.state.code) {
        let isFix = hadFix || shown.state.code == .fix
        shown.state = isFix ? .fix : .waitingForFix(satellitesInView: nil, since: .zero)
      }
      var status = ReceiverStatus()
      status.current = shown
      return status
    }
  }
}

/// Assembles a receiver's bytes into complete sentences, so that nothing damaged, and nothing else, reaches a client.
struct SentenceCollector {
  private var reader = LineReader()

  /// Returns the sentences that these bytes complete, each with CR LF.
  mutating func received(_ bytes: [UInt8]) -> [UInt8] {
    var whole: [UInt8] = []
    var first = 0
    repeat {
      first += reader.push(bytes.span.bytes.extracting(droppingFirst: first))
      while let part = reader.next() {
        guard case .sentence(let sentence) = part else { continue }
        whole += Array(reader.sentences.text(of: sentence).utf8)
        whole += [0x0D, 0x0A]
      }
    } while first < bytes.count
    return whole
  }
}
