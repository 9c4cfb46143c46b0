// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What a client may see, and of which receiver: one that may not read the active one is sent what a standby reports.

import GNSS
import GNSSReceiver
import LocationAuthorization
import LocationProtocols

extension ServiceState {
  /// The device nodes whose permissions decide who may see what.
  package var gateNodes: [String] {
    let others = feeds.standbys + served.compactMap(\.publicName).filter { $0 != gate.publicName }
    return [gate.publicName].compactMap(\.self) + others
  }

  private func access(of client: ConnectedClient, at gate: ReceiverGate) -> ClientAccess {
    client.isEverybody
      ? rules.accessOfEverybody(at: gate) : rules.access(of: client.peer, at: gate)
  }

  /// Returns what a client is allowed, and the standby that it follows because it may not read the receiver in use.
  func access(of client: ConnectedClient) -> (ClientAccess, standby: String?) {
    let access = access(of: client, at: gate)
    guard access.isRefused, !client.isEverybody else { return (access, nil) }
    for node in feeds.standbys {
      let other = self.access(of: client, at: .node(node))
      if other.disclosure != .nothing { return (other, node) }
    }
    return (access, nil)
  }

  /// Returns what has to be stored to serve a client as before after a restart; `nil` for one that has gone, or that is
  /// not allowed the location.
  package func subscription(of id: ClientID) -> RestoredSubscription? {
    clients.first { $0.id == id && $0.access.disclosure != .nothing }?.dialogue.subscription
  }

  /// Returns what a client is allowed; `nil` for one that has gone.
  package func access(of id: ClientID) -> ClientAccess? { clients.first { $0.id == id }?.access }

  func view(
    of client: ConnectedClient, _ access: ClientAccess, withStandbys: Bool = true, at now: Moment
  ) -> ClientView {
    let isPrivate = gate.publicName == nil && client.standby == nil && access.disclosure != .nothing
    let seesExchange = seesExchange(client)
    return ClientView(
      feed: feeds[client.standby, access.disclosure], access: access, version: options.version,
      privateDevice: isPrivate ? gate.name : nil,
      seesStandbys: withStandbys && seesStandbys(client), standbys: feeds.standbys,
      listing: { [clients] in clients.compactMap(\.listing) },
      exchange: { [options] in seesExchange ? options.exchange() : nil }, now: now)
  }

  /// Whether a client may read every standby.
  ///
  /// One that may read only some of them does not learn how they are doing.
  func seesStandbys(_ client: ConnectedClient) -> Bool {
    feeds.standbys.allSatisfy { access(of: client, at: .node($0)).disclosure != .nothing }
  }

  /// Whether a client may read every receiver that has been in use: how corrections and the time are doing depends on
  /// all of them.
  func seesExchange(_ client: ConnectedClient) -> Bool {
    client.standby == nil
      && served.allSatisfy { access(of: client, at: $0).disclosure != .nothing }
  }

  /// Reports how each receiver is doing to the clients that have asked for it: at once if the state of one has changed, and figures
  /// at most about once a second.
  mutating func reportReceivers(at now: Moment) {
    guard clients.contains(where: { $0.dialogue.wantsReceivers || $0.knowsReceivers }) else {
      return
    }
    let before = reportedReceivers
    let isDue = before.map { now.monotonic - $0.time >= Self.receiversPeriod } ?? true
    if isDue || areReceiversNews {
      reportedReceivers = (receivers.summaries(at: now.monotonic), now.monotonic)
      areReceiversNews = false
    }
    let all = reportedReceivers?.summaries ?? []
    for index in clients.indices {
      let client = clients[index]
      let isAsking = client.dialogue.wantsReceivers && !client.isClosing
      let isAllowed = client.standby == nil && client.access.disclosure == .full
      let seesAll = seesStandbys(client)
      let known = isAsking && isAllowed ? seesAll ? all : all.ofActiveAlone : nil
      let last = seesAll ? before?.summaries : before?.summaries.ofActiveAlone
      guard client.knowsReceivers ? known != last : known != nil else { continue }
      clients[index].knowsReceivers = known != nil
      clients[index].output.append(
        [ServiceMessage.receivers(known ?? [])].bytes, known == nil ? .answer : .epoch,
        at: now.monotonic)
    }
  }

  /// How often the figures of receivers are reported: their ages change all the time.
  private static let receiversPeriod: Duration = .milliseconds(900)

  /// Reports what a person should know of the choice to the clients that watch, and may read the receivers of which it is in full.
  mutating func report(_ notice: ReceiverNotice, at now: Moment) {
    guard notice.isPassedOn else { return }
    for index in clients.indices where clients[index].dialogue.protocols.contains(.location) {
      let client = clients[index]
      let isAllowed = client.standby == nil && client.access.disclosure == .full
      guard isAllowed, seesStandbys(client), !client.isClosing,
        notice.receivers.allSatisfy({ mayRead($0, client) })
      else { continue }
      clients[index].output.append(
        [ServiceMessage.notice(notice)].bytes, .answer, at: now.monotonic)
    }
  }

  /// Whether a client may read a receiver in full, by its name, also if it is not there any more.
  private func mayRead(_ name: String, _ client: ConnectedClient) -> Bool {
    let ports = feeds.standbys.map { ReceiverGate.node($0) }
    let known = (Array(served) + ports + [gate]).filter { $0.name == name }
    // Of one that is no port, such as one elsewhere, names are not everybody's who may read a port.
    return (known.isEmpty ? [.own(name: name)] : known)
      .allSatisfy { access(of: client, at: $0).disclosure == .full }
  }

  mutating func reportStandbys(of status: ReceiverStatus, at now: Moment) {
    for standby in status.sources where feeds.standbys.contains(standby.source.name) {
      let node = standby.source.name
      var own = ReceiverStatus()
      (own.sources, own.current) = ([standby], standby)
      report(ReceiverEvent(.status(own), of: node, at: now.monotonic), of: node, at: now)
    }
  }
}

extension [ReceiverSummary] {
  /// What a client may know that may not read all of the others: nothing that says that there are any.
  fileprivate var ofActiveAlone: [ReceiverSummary] {
    filter { $0.role == .active }.map { summary in
      var summary = summary
      (summary.timesLeft, summary.replacement) = (0, nil)
      return summary
    }
  }
}
