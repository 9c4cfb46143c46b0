// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationAuthorization
import LocationProtocols

/// A number for each connection, which is never reused.
package struct ClientID: Hashable, Sendable {
  package let number: UInt64
  package init(_ number: UInt64) { self.number = number }
}

/// One connected client: who it is, what it is allowed and has requested, and what waits to be written to it.
struct ConnectedClient {
  let id: ClientID
  let since: Moment
  /// Whether everybody can receive what is sent to it: it is an address to which datagrams are sent, not a program.
  let isEverybody: Bool
  var dialogue: any ClientDialogue
  /// The user whose client it is; `nil` before that is known, or if the kernel does not provide it.
  ///
  /// Over a unix socket, it is known as soon as the client has connected.
  private(set) var user: UInt32?
  /// Who the client is; `nil` before that is known, or if the kernel does not provide it.
  private(set) var peer: PeerCredentials?
  private(set) var isIdentified = false
  /// What it sent before it was identified: the answers depend on who asks.
  private var earlyRequests: [UInt8] = []
  private(set) var access = ClientAccess.pending
  /// The device node of the standby that it follows, since it may not read the receiver in use; `nil` if it may.
  private(set) var standby: String?
  /// The receiver that it follows, whether that is in use or a standby; `nil` before that has been decided.
  private var owner: FeedOwner?
  /// Whether it may read every standby, so that it may know of them.
  private(set) var seesStandbys = false
  /// Whether it has been sent how each receiver is doing.
  var knowsReceivers = false
  /// The time of the last fix of a standby that it was sent, until that standby serves.
  private var standbyTime: FixTime?
  var output = ClientOutput()
  /// When it last made a request; once it is being closed, when that began.
  private var lastRequest: Duration
  /// Whether its input has ended, so that it cannot make any more requests.
  var hasInputEnded = false
  private(set) var isClosing = false
  /// Whether to close it even if something waits to be written.
  private(set) var isGivenUp = false

  /// How long a client that is being closed may take to read what has been written to it.
  private static let closingTime: Duration = .seconds(2)
  /// The most bytes that it may send before it is identified, which takes milliseconds.
  private static let mostEarlyBytes = 65_536

  init(
    _ id: ClientID, _ clientProtocol: ClientProtocol, user: UInt32?, isEverybody: Bool,
    at now: Moment
  ) {
    self.id = id
    self.user = user
    self.isEverybody = isEverybody
    since = now
    lastRequest = now.monotonic
    dialogue = clientProtocol.dialogue()
  }

  /// Its name and its user, for the log.
  var title: String {
    let name = dialogue.listing.name ?? peer?.name
    let user = peer.map { "user \($0.user)" } ?? "an unknown user"
    return name.map { "\($0), of \(user)" } ?? user
  }

  /// Its entry in the list of those that listen; `nil` before its identity is known, and if it is refused the location.
  var listing: ServiceClient? {
    guard let peer, !access.isRefused else { return nil }
    let (protocolName, name) = dialogue.listing
    return ServiceClient(
      uid: peer.user, pid: peer.process, name: name ?? peer.name, protocolName: protocolName,
      since: since.iso8601)
  }

  /// Whether the receiver is opened for it: it is allowed, or only an open receiver can show whether it is.
  func needsReceiver(at gate: ReceiverGate) -> Bool {
    switch access {
    case .allowed: dialogue.isWatching
    case .pending: dialogue.isWatching && isIdentified && gate == .unknown
    case .refused: false
    }
  }

  mutating func answer(_ bytes: [UInt8], at now: Moment) {
    output.append(bytes, .answer, at: now.monotonic)
  }

  /// Sets the client's identity; `nil` if the kernel does not provide it.
  mutating func identify(as peer: PeerCredentials?) {
    self.peer = peer
    user = peer?.user
    isIdentified = true
  }

  /// Reads what the client has sent, and queues the answers once it has been identified.
  mutating func received(_ bytes: [UInt8], _ view: ClientView) {
    lastRequest = view.now.monotonic
    guard isIdentified else {
      earlyRequests += bytes
      if earlyRequests.count > Self.mostEarlyBytes { isGivenUp = true }
      return
    }
    answer(dialogue.received(bytes, view), at: view.now)
  }

  mutating func readEarlyRequests(_ view: ClientView) {
    let requests = earlyRequests
    earlyRequests = []
    if !requests.isEmpty { received(requests, view) }
  }

  /// Tells the client on one line why it is disconnected, if its protocol can express that, and closes it.
  ///
  /// A client that has not even read what was written before is not told.
  mutating func close(because reason: String? = nil, at now: Moment) {
    if let reason { answer(dialogue.refusal(reason), at: now) }
    isGivenUp = isClosing || output.isWriting
    isClosing = true
    lastRequest = now.monotonic
  }

  /// Returns whether it has been sent a fix of that time when its receiver was a standby, and records that it is sent one.
  mutating func isKnown(_ time: FixTime?, of standby: String?) -> Bool {
    guard let time else { return false }
    defer { standbyTime = standby == nil ? nil : time }
    return standby == nil && standbyTime == time
  }

  /// Sets the receiver that the client follows from now on.
  ///
  /// - Parameter standby: its device node, if it is not the one in use.
  /// - Returns: whether it is another one although the client follows a standby, or did: it is then told like a new client.
  mutating func follow(_ owner: FeedOwner?, standby: String?) -> Bool {
    let isAnew = standby != self.standby && owner != self.owner
    (self.owner, self.standby) = (owner, standby)
    if isAnew { standbyTime = nil }
    return isAnew
  }

  /// Applies a decision on what the client is allowed, which may have changed.
  ///
  /// - Parameter anew: whether it follows another receiver from now on, of which it is notified like a new client.
  mutating func apply(_ view: ClientView, anew: Bool = false) {
    let before = anew && access.disclosure != .nothing ? .pending : access
    let isDisclosed = view.seesStandbys && !seesStandbys
    (access, seesStandbys) = (view.access, view.seesStandbys)
    if anew || access.disclosure != before.disclosure { output.forgetEpochs() }
    answer(dialogue.decided(view, before: before, disclosesStandbys: isDisclosed), at: view.now)
  }

  /// Sets whether it may know of the standbys that will be reported next.
  mutating func see(standbys: Bool) { seesStandbys = standbys }

  /// When to close it, because it has made no request or has not read for too long; `nil` for a client that may be silent.
  func idleDeadline(_ idleTime: Duration) -> Duration? {
    if isClosing { return lastRequest + Self.closingTime }
    return dialogue.endsWhenIdle && !dialogue.isWatching ? lastRequest + idleTime : nil
  }

  /// Whether there is nothing left to do for it.
  ///
  /// On TCP, a client that has closed its connection looks like one that has only ended its input, until a write fails.
  /// It is therefore only served if something is written every second. A unix socket reports at once that its client
  /// has gone.
  var isFinished: Bool {
    if isGivenUp || output.isOverrun { return true }
    let hasEnded = hasInputEnded && earlyRequests.isEmpty && !dialogue.outlivesItsInput
    return output.isEmpty && (isClosing || hasEnded)
  }
}
