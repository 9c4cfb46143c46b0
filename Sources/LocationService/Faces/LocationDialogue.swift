// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization
import LocationJSON
import ServiceProtocol

/// The requests of one client in the project's own protocol.
struct LocationDialogue {
  private var framer = LineFramer(longest: ServiceLine.longest)
  var introduction = ClientIntroduction(name: nil, watch: false)
  /// Whether it has requested the list of clients before its rights were decided.
  private(set) var awaitsListing = false

  static func greeting(version: String, device: String?) -> [UInt8] {
    LocationTranslator.bytes([
      .service(protocolVersion: ServiceLine.version, version: version, device: device)
    ])
  }

  /// Whether it has requested this kind of message.
  func wants(_ kind: LocationTranslator.Kind) -> Bool {
    guard introduction.watch else { return false }
    return switch kind {
    case .always: true
    case .satellites: introduction.satellites
    case .headings: introduction.headings
    }
  }

  /// Reads requests, and returns the answers.
  ///
  /// - Parameter listing: returns the clients of the service.
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
      // A request of a later version is ignored.
      case .other: break
      case nil: messages.append(.error("a request is a JSON object with a class, in one line"))
      }
    }
    return LocationTranslator.bytes(messages)
  }

  /// Returns the list of clients; `nil` until it is decided whether this client may see it.
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

  /// Takes the decision on the client's rights, and returns the list of clients if that waited for the decision.
  mutating func decided(_ standing: Standing, listing: () -> [ServiceClient]) -> [UInt8] {
    guard awaitsListing, let answer = Self.answer(standing, listing: listing) else { return [] }
    awaitsListing = false
    return LocationTranslator.bytes(answer)
  }

  /// Returns what is sent to a client when it starts watching, and when its rights change.
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
