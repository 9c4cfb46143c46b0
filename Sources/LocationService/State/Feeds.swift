// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import LocationAuthorization

/// What is reported of the receiver in use, and of each spare to clients that may read only that one.
struct Feeds {
  /// The device nodes of the spares: only ports of this machine have rights of their own.
  private(set) var spares: [String] = []
  /// A feed for each exposure, by its raw value, of each receiver; `nil` is the one in use.
  private var feeds: [String?: [Feed]] = [:]

  init(_ gate: ReceiverGate) { add(nil, gate) }

  private mutating func add(_ receiver: String?, _ gate: ReceiverGate) {
    feeds[receiver] = Exposure.allCases.map {
      Feed($0, device: $0 == .nothing ? gate.publicName : gate.name)
    }
  }

  /// The feed of a receiver; one that reports nothing if the receiver has gone.
  subscript(receiver: String?, exposure: Exposure) -> Feed {
    feeds[receiver]?[exposure.rawValue] ?? Feed(.nothing, device: nil)
  }

  /// Takes the spares that there are now; returns whether others are among them, or some have gone.
  mutating func changed(to status: ReceiverStatus) -> Bool {
    let present = status.spares.map(\.candidate).filter { $0.place.traits.contains(.hasRate) }
      .map(\.name)
    guard present != spares else { return false }
    spares = present
    feeds = feeds.filter { receiver, _ in receiver.map(present.contains) ?? true }
    for node in present where feeds[node] == nil { add(node, .node(node)) }
    return true
  }

  /// Translates an event of a receiver for the clients that follow it and may see it, once for all of the same exposure.
  ///
  /// - Returns: the event for each exposure, by raw value; empty where it may not be seen.
  mutating func translate(
    _ event: ReceiverEvent, of receiver: String?, to clients: [ConnectedClient], at now: Moment
  ) -> [[ServiceFace: TranslatedEvent]] {
    var heard = [Set<ServiceFace>](repeating: [], count: Exposure.allCases.count)
    for client in clients where client.spare == receiver {
      heard[client.standing.exposure.rawValue].formUnion(client.dialogue.faces)
    }
    return heard.indices.map {
      feeds[receiver]?[$0].translate(event, to: heard[$0], at: now) ?? [:]
    }
  }

  /// Returns what is sent because another second has passed, where there is no fix.
  mutating func secondWithoutFix(
    of receiver: String?, at now: Moment
  ) -> [[ServiceFace: TranslatedEvent]] {
    Exposure.allCases.map {
      self[receiver, $0].hasFix
        ? [:] : feeds[receiver]?[$0.rawValue].secondWithoutFix(at: now) ?? [:]
    }
  }

  /// Forgets what was known, because the receivers have been closed.
  mutating func receiverClosed() {
    for (receiver, own) in feeds {
      for index in own.indices { feeds[receiver]?[index].receiverClosed() }
    }
  }
}
