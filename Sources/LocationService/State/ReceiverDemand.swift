// Core Location for Linux. SPDX-License-Identifier: MIT

/// What clients need the receiver for.
package enum ReceiverNeed: Hashable, Sendable {
  case nothing
  case events
  /// Events, and the receiver's own bytes.
  case eventsAndBytes
}

/// What the receiver is needed for; it stays open for a while after its last client.
struct ReceiverDemand {
  private(set) var need = ReceiverNeed.nothing
  /// When to close the receiver, because no client needs it any more.
  private(set) var closing: Duration?

  init() {}

  init(_ options: ServiceOptions) { update([], options, at: .zero) }

  /// - Parameter listeners: the clients that need the receiver now.
  mutating func update(
    _ listeners: [ConnectedClient], _ options: ServiceOptions, at now: Duration
  ) {
    if listeners.isEmpty, !options.keepsOpen {
      if need != .nothing, closing == nil { closing = now + options.closingDelay }
      return
    }
    closing = nil
    let needsBytes =
      options.countsSentences || listeners.contains(where: \.dialogue.wantsSentences)
    need = needsBytes ? .eventsAndBytes : .events
  }
}
