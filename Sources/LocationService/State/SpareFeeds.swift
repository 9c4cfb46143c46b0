// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver

/// What each spare reports, for clients that may read only that one.
struct SpareFeeds {
  /// The device nodes of the spares: only ports of this machine have rights of their own.
  private(set) var nodes: [String] = []
  private var feeds: [String: Feeds] = [:]

  subscript(node: String) -> Feeds? { feeds[node] }

  /// Takes the spares that there are now; returns whether others are among them, or some have gone.
  mutating func changed(to status: ReceiverStatus) -> Bool {
    let present = status.spares.map(\.candidate).filter { $0.place.traits.contains(.hasRate) }
      .map(\.name)
    guard present != nodes else { return false }
    nodes = present
    feeds = feeds.filter { nodes.contains($0.key) }
    for node in nodes where feeds[node] == nil { feeds[node] = Feeds(.node(node)) }
    return true
  }

  /// Translates an event of a spare; `nil` if there is no such spare.
  mutating func translate(
    _ event: ReceiverEvent, of node: String, to clients: [ConnectedClient], at now: Moment
  ) -> [[ServiceFace: TranslatedEvent]]? {
    feeds[node]?.translate(event, to: clients.filter { $0.spare == node }, at: now)
  }

  mutating func secondWithoutFix(
    _ node: String, at now: Moment
  ) -> [[ServiceFace: TranslatedEvent]]? {
    feeds[node]?.secondWithoutFix(at: now)
  }

  /// Forgets what was known, because the receivers have been closed.
  mutating func receiverClosed() {
    for node in nodes { feeds[node]?.receiverClosed() }
  }
}
