// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import LocationAuthorization

/// A feed for each exposure.
struct Feeds {
  /// By the raw value of their exposures.
  private var feeds: [Feed]

  init(_ gate: ReceiverGate) {
    feeds = Exposure.allCases.map {
      Feed($0, device: $0 == .nothing ? gate.publicName : gate.name)
    }
  }

  subscript(exposure: Exposure) -> Feed { feeds[exposure.rawValue] }

  /// Translates an event for the clients that may see it, once for all of the same exposure.
  ///
  /// - Returns: the event for each exposure, by raw value; empty where it may not be seen.
  mutating func translate(
    _ event: ReceiverEvent, to clients: [ConnectedClient], at now: Moment
  ) -> [[ServiceFace: TranslatedEvent]] {
    var heard = [Set<ServiceFace>](repeating: [], count: feeds.count)
    for client in clients {
      heard[client.standing.exposure.rawValue].formUnion(client.dialogue.faces)
    }
    return feeds.indices.map { feeds[$0].translate(event, to: heard[$0], at: now) }
  }

  /// Returns what is sent because another second has passed, where there is no fix.
  mutating func secondWithoutFix(at now: Moment) -> [[ServiceFace: TranslatedEvent]] {
    feeds.indices.map { feeds[$0].hasFix ? [:] : feeds[$0].secondWithoutFix(at: now) }
  }

  /// Forgets what was known, because the receiver has been closed.
  mutating func receiverClosed() {
    for index in feeds.indices { feeds[index].receiverClosed() }
  }
}
