// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization
import LocationJSON
import LocationProtocols

/// The requests of one client in the project's own protocol.
struct LocationDialogue: ClientDialogue {
  private var framer = LineFramer(longest: ServiceLine.longest)
  private var introduction = ClientIntroduction(name: nil, watch: false)
  /// Whether it has requested the list of clients before its rights were decided.
  private var awaitsListing = false

  var isWatching: Bool { introduction.watch }
  let wantsSentences = false
  var wantsReceivers: Bool { introduction.watch && introduction.receivers }
  var protocols: Set<ClientProtocol> { isWatching ? [.location] : [] }
  let endsWhenIdle = false
  var outlivesItsInput: Bool { isWatching }
  var listing: (protocolName: String, name: String?) { ("service", introduction.name) }

  func greeting(version: String, device: String?) -> [UInt8] {
    [Self.service(version: version, device: device)].bytes
  }

  private static func service(version: String, device: String?) -> ServiceMessage {
    .service(protocolVersion: ServiceLine.version, version: version, device: device)
  }

  mutating func received(_ bytes: [UInt8], _ view: ClientView) -> [UInt8] {
    framer.push(bytes.span.bytes)
    var answers: [UInt8] = []
    // More requests are not answered, since the client is disconnected then.
    while answers.count <= ClientOutput.mostAnswerBytes, let line = framer.next() {
      do throws(RequestError) {
        answers += answer(to: try ServiceRequest(line: line), view).bytes
      } catch {
        answers += [ServiceMessage.error(error.description)].bytes
      }
    }
    return answers
  }

  private mutating func answer(
    to request: ServiceRequest, _ view: ClientView
  ) -> [ServiceMessage] {
    switch request {
    case .client(let introduction):
      let watchedBefore = self.introduction.watch
      self.introduction = introduction
      return introduction.watch && !watchedBefore ? present(view) : []
    case .clients:
      let answer = Self.list(view)
      awaitsListing = awaitsListing || answer == nil
      return answer ?? []
    }
  }

  /// Returns the list of clients; `nil` until it is decided whether this client may see it.
  private static func list(_ view: ClientView) -> [ServiceMessage]? {
    switch view.access {
    case .pending: return nil
    case .refused:
      return [.error("not authorized to list clients")]
    case .allowed(let accuracy):
      let clients = view.listing()
      var exchange = view.exchange()
      // A mountpoint and the distance of its base reveal the place.
      if accuracy != .full { exchange?.corrections = nil }
      // Before the list, which ends the answer.
      return (exchange.map { [.exchange($0)] } ?? [])
        + [.clients(clients, count: clients.count)]
    }
  }

  func refusal(_ reason: String) -> [UInt8] { [ServiceMessage.error(reason)].bytes }

  mutating func decided(
    _ view: ClientView, before: ClientAccess, disclosesStandbys: Bool
  ) -> [UInt8] {
    var messages: [ServiceMessage] = []
    if before.disclosure == .nothing, let device = view.privateDevice {
      messages.append(Self.service(version: view.version, device: device))
    }
    if isWatching, view.access != before {
      messages += present(view)
    } else if isWatching, disclosesStandbys {
      let feed: LocationTranslator? = view.feed.translator(.location)
      messages += [feed?.standbys].compactMap(\.self)
    }
    if awaitsListing, let answer = Self.list(view) {
      messages += answer
      awaitsListing = false
    }
    return messages.bytes
  }

  /// Returns what is sent to a client when it starts watching, and when its rights change.
  private func present(_ view: ClientView) -> [ServiceMessage] {
    let authorization: ServiceAuthorization
    switch view.access {
    case .pending: return []
    case .refused(let reason):
      authorization = ServiceAuthorization(.denied, accuracy: .reduced, text: reason)
    case .allowed(let accuracy):
      authorization = ServiceAuthorization(
        .authorized, accuracy: accuracy == .full ? .full : .reduced)
    }
    let feed: LocationTranslator? = view.feed.translator(.location)
    return [.authorization(authorization)]
      + (feed?.present(
        at: view.now, withSky: introduction.satellites, withStandbys: view.seesStandbys) ?? [])
  }

  func bytes(of event: [ClientProtocol: TranslatedEvent], device: String) -> [UInt8] {
    guard introduction.watch, let event = event[.location] else { return [] }
    return switch event.topic {
    case .always: event.bytes
    case .satellites: introduction.satellites ? event.bytes : []
    case .headings: introduction.headings ? event.bytes : []
    }
  }

  var subscription: RestoredSubscription {
    RestoredSubscription([
      introduction.watch ? "w" : "", introduction.satellites ? "s" : "",
      introduction.headings ? "h" : "", introduction.receivers ? "r" : "",
    ])
  }

  mutating func restore(_ subscription: RestoredSubscription) {
    introduction = ClientIntroduction(
      name: nil, watch: subscription.has("w"), satellites: subscription.has("s"),
      headings: subscription.has("h"), receivers: subscription.has("r"))
  }
}
