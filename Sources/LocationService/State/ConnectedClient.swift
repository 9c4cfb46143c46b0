// Core Location for Linux. SPDX-License-Identifier: MIT

import ServiceProtocol

/// A number for each connection, which is never reused.
package struct ClientID: Hashable, Sendable {
  package let number: UInt64
  package init(_ number: UInt64) { self.number = number }
}

/// One connected client: who it is, what it is allowed and has requested, and what waits to be written to it.
struct ConnectedClient {
  let id: ClientID
  let since: Moment
  /// The state of the client's protocol.
  var dialogue: any ClientDialogue
  /// Who the client is; `nil` before that is known, or if the kernel does not provide it.
  var peer: PeerCredentials?
  var isIdentified = false
  private(set) var standing = Standing.pending
  var output = ClientOutput()
  /// When it last made a request.
  var lastRequest: Duration
  /// Whether its input has ended, so that it cannot make any more requests.
  var hasInputEnded = false
  /// Whether to close it once everything has been written.
  var isClosing = false

  init(_ id: ClientID, _ face: ServiceFace, at now: Moment) {
    self.id = id
    since = now
    lastRequest = now.monotonic
    dialogue = face.face.dialogue()
  }

  /// Its entry in the list of clients; `nil` before its identity is known.
  var listing: ServiceClient? {
    guard let peer else { return nil }
    let (protocolName, name) = dialogue.listing
    return ServiceClient(
      uid: peer.user, pid: peer.process, name: name ?? peer.name, protocolName: protocolName,
      since: since.iso8601)
  }

  /// Queues an answer.
  mutating func answer(_ bytes: [UInt8], at now: Moment) {
    output.append(bytes, .answer, at: now.monotonic)
  }

  /// Tells the client on one line why it is disconnected, if its protocol can express that, and closes it.
  mutating func close(because reason: String, at now: Moment) {
    answer(dialogue.refusal(reason), at: now)
    isClosing = true
  }

  /// Applies a decision on what the client is allowed, which may have changed.
  mutating func stand(_ view: ClientView) {
    let before = standing
    standing = view.standing
    if standing.exposure != before.exposure { output.forgetEpochs() }
    answer(dialogue.decided(view, before: before), at: view.now)
  }

  /// When it has made no request for too long; `nil` for a client that may be silent.
  func idleDeadline(_ idleTime: Duration) -> Duration? {
    guard dialogue.endsWhenIdle, !dialogue.isWatching, !isClosing else { return nil }
    return lastRequest + idleTime
  }

  /// Whether there is nothing left to do for it.
  ///
  /// On TCP, a client that has closed its connection looks like one that has only ended its input, until a write fails.
  /// It is therefore only served if something is written every second. A unix socket reports at once that its client
  /// has gone.
  var isFinished: Bool {
    output.isEmpty && (isClosing || hasInputEnded && !dialogue.outlivesItsInput)
  }
}
