// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import LocationAuthorization

/// A receiver, and what decides who may read it: under another device node, it counts as another receiver.
struct FeedOwner: Hashable {
  /// ``Source/identity``; `nil` for a receiver that has been named, and not been found yet.
  var identity: String?
  var gate: ReceiverGate

  init(_ gate: ReceiverGate) { self.gate = gate }

  init(_ source: Source) { (identity, gate) = (source.identity, ReceiverGate(source)) }

  /// Whether another one is the receiver that was named.
  fileprivate func isFound(as other: FeedOwner) -> Bool {
    identity == nil && (gate == .unknown || gate == other.gate)
  }
}

/// What is reported of the receiver in use, and of each standby to clients that may read only that one.
///
/// Every receiver has its own feeds, and keeps them when it takes over and when it is replaced: what one has reported
/// never reaches a client by way of another.
struct Feeds {
  /// The receiver in use, or the last one.
  private(set) var current: FeedOwner
  /// Ports only: nothing else has its own access rights.
  private var standbyOwners: [FeedOwner] = []
  /// A feed of the receiver in use for each disclosure, by its raw value.
  private var active: [Feed]
  /// The feeds of all other receivers that are known.
  private var others: [FeedOwner: [Feed]] = [:]

  /// The most receivers that are remembered.
  private static let mostOthers = 32

  /// - Parameter standbys: the other receivers that have been named, before they are found.
  init(_ gate: ReceiverGate, standbys: [ReceiverGate] = []) {
    current = FeedOwner(gate)
    active = Self.feeds(gate)
    standbyOwners = standbys.filter { $0.publicName != nil }.map { FeedOwner($0) }
  }

  private static func feeds(_ gate: ReceiverGate) -> [Feed] {
    Disclosure.allCases.map { Feed($0, device: $0 == .nothing ? gate.publicName : gate.name) }
  }

  /// The device nodes of the standbys.
  var standbys: [String] { standbyOwners.compactMap(\.gate.publicName) }

  /// Returns the receiver that a client follows, given the node of the standby; `nil` for a standby that has gone.
  func owner(of standby: String?) -> FeedOwner? {
    guard let standby else { return current }
    return standbyOwners.first { $0.gate == .node(standby) }
  }

  /// The feed of the receiver in use, or of a standby by its node; one that reports nothing if the standby has gone.
  subscript(standby: String?, disclosure: Disclosure) -> Feed {
    if standby == nil { return active[disclosure.rawValue] }
    return owner(of: standby).flatMap { others[$0]?[disclosure.rawValue] }
      ?? Feed(.nothing, device: nil)
  }

  private mutating func change<Result>(
    _ standby: String?, _ disclosure: Int, _ body: (inout Feed) -> Result
  ) -> Result? {
    if standby == nil { return body(&active[disclosure]) }
    guard let owner = owner(of: standby), var own = others.removeValue(forKey: owner) else {
      return nil
    }
    defer { others[owner] = own }
    return body(&own[disclosure])
  }

  /// Sets the receivers that exist now; returns whether another one is in use, or others are standbys.
  mutating func changed(to status: ReceiverStatus) -> Bool {
    let present = status.standbys.map(\.source).filter { $0.traits.contains(.hasRate) }
      .map(FeedOwner.init)
    // The last one stays known while there is none.
    let next = status.current.map { FeedOwner($0.source) } ?? current
    guard next != current || present != standbyOwners else { return false }
    let before = [current] + standbyOwners
    if current.isFound(as: next) { current = next }
    if next != current {
      others[current] = active
      active = others.removeValue(forKey: next) ?? Self.feeds(next.gate)
      current = next
      for index in active.indices { active[index].hasNewFollowers() }
    }
    standbyOwners = present
    for standby in present where !before.dropFirst().contains(standby) {
      var own = others[standby] ?? Self.feeds(standby.gate)
      for index in own.indices { own[index].hasNewFollowers() }
      others[standby] = own
    }
    for owner in before where owner != current && !present.contains(owner) { close(owner) }
    while others.count > Self.mostOthers,
      let old = others.keys.first(where: { !present.contains($0) })
    { others[old] = nil }
    return true
  }

  /// Translates an event of a receiver for the clients that follow it and may see it, once for all of the same disclosure.
  ///
  /// - Returns: the event for each disclosure, by raw value; empty where it may not be seen.
  mutating func translate(
    _ event: ReceiverEvent, of standby: String?, to clients: [ConnectedClient], at now: Moment
  ) -> [[ClientProtocol: TranslatedEvent]] {
    var heard = [Set<ClientProtocol>](repeating: [], count: Disclosure.allCases.count)
    for client in clients where client.standby == standby {
      heard[client.access.disclosure.rawValue].formUnion(client.dialogue.protocols)
    }
    return heard.indices.map { disclosure in
      change(standby, disclosure) { $0.translate(event, to: heard[disclosure], at: now) } ?? [:]
    }
  }

  /// Returns what is sent because another second has passed, where there is no fix.
  mutating func secondWithoutFix(
    of standby: String?, at now: Moment
  ) -> [[ClientProtocol: TranslatedEvent]] {
    Disclosure.allCases.map { disclosure in
      change(standby, disclosure.rawValue) { $0.secondWithoutFix(at: now) } ?? [:]
    }
  }

  /// Forgets what was known, because the receivers have been closed.
  mutating func receiverClosed() {
    for index in active.indices { active[index].receiverClosed() }
    for owner in others.keys { close(owner) }
  }

  private mutating func close(_ owner: FeedOwner) {
    for index in others[owner]?.indices ?? 0..<0 { others[owner]?[index].receiverClosed() }
  }
}
