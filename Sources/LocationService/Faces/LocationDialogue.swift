// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization
import LocationJSON
import ServiceProtocol

/// What one client of our own protocol has asked for.
struct LocationDialogue {
  private var framer = LineFramer(longest: ServiceLine.longest)
  var introduction = ClientIntroduction(name: nil, watch: false)
  /// Whether it has asked who listens before it was known who asks.
  private(set) var awaitsListing = false

  static func greeting(version: String, device: String?) -> [UInt8] {
    LocationTranslator.bytes([
      .service(protocolVersion: ServiceLine.version, version: version, device: device)
    ])
  }

  /// Whether it wants what is told only on request.
  func wants(_ kind: LocationTranslator.Kind) -> Bool {
    guard introduction.watch else { return false }
    return switch kind {
    case .always: true
    case .satellites: introduction.satellites
    case .headings: introduction.headings
    }
  }

  /// Reads requests, and answers them.
  ///
  /// - Parameter listing: who listens.
  mutating func received(
    _ bytes: [UInt8], from feed: LocationTranslator, _ standing: Standing,
    listing: () -> [ServiceClient], at now: Moment
  ) -> [UInt8] {
    framer.push(bytes.span.bytes)
    var messages: [ServiceMessage] = []
    while let line = framer.next() {
      switch ServiceRequest(line: line) {
      case .client(let introduction):
        let watchedBefore = self.introduction.watch
        self.introduction = introduction
        if introduction.watch, !watchedBefore {
          messages += present(standing, feed, at: now)
        }
      case .clients: messages += Self.answer(standing, listing: listing) ?? postpone()
      // A later version may know it.
      case .other: break
      case nil: messages.append(.error("a request is a JSON object with a class, in one line"))
      }
    }
    return LocationTranslator.bytes(messages)
  }

  /// Who listens; `nil` as long as it is not decided whether the client may know.
  private static func answer(
    _ standing: Standing, listing: () -> [ServiceClient]
  ) -> [ServiceMessage]? {
    switch standing {
    case .pending: return nil
    case .refused:
      return [.error("who listens is told to clients that may know the location")]
    case .allowed:
      let clients = listing()
      return [.clients(clients, count: clients.count)]
    }
  }

  private mutating func postpone() -> [ServiceMessage] {
    awaitsListing = true
    return []
  }

  /// What the client may has been decided: a question that waited for that is answered.
  mutating func decided(_ standing: Standing, listing: () -> [ServiceClient]) -> [UInt8] {
    guard awaitsListing, let answer = Self.answer(standing, listing: listing) else { return [] }
    awaitsListing = false
    return LocationTranslator.bytes(answer)
  }

  /// What a client is told when it begins to watch, and when its rights change.
  func present(
    _ standing: Standing, _ feed: LocationTranslator, at now: Moment
  ) -> [ServiceMessage] {
    let authorization: ServiceAuthorization
    switch standing {
    case .pending: return []
    case .refused(let reason):
      authorization = ServiceAuthorization(.denied, accuracy: .reduced, text: reason)
    case .allowed(let accuracy):
      authorization = ServiceAuthorization(
        .authorized, accuracy: accuracy == .full ? .full : .reduced)
    }
    return [.authorization(authorization)] + feed.present(at: now, withSky: introduction.satellites)
  }
}
