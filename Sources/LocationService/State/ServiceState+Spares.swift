// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Clients that may read a spare, but not the receiver in use: they are sent what that spare reports.

import GNSS
import GNSSReceiver
import LocationAuthorization

extension ServiceState {
  /// The device nodes whose permissions decide who may see what.
  package var gateNodes: [String] {
    let others = feeds.spares + served.compactMap(\.publicName).filter { $0 != gate.publicName }
    return [gate.publicName].compactMap(\.self) + others
  }

  private func access(of client: ConnectedClient, at gate: ReceiverGate) -> ClientAccess {
    client.isEverybody
      ? rules.accessOfEverybody(at: gate) : rules.access(of: client.peer, at: gate)
  }

  /// Returns what a client is allowed, and the spare that it follows because it may not read the receiver in use.
  func access(of client: ConnectedClient) -> (ClientAccess, spare: String?) {
    let access = access(of: client, at: gate)
    guard access.isRefused, !client.isEverybody else { return (access, nil) }
    for node in feeds.spares {
      let other = self.access(of: client, at: .node(node))
      if other.exposure != .nothing { return (other, node) }
    }
    return (access, nil)
  }

  /// Whether a client may read every spare.
  ///
  /// One that may read only some of them does not learn how they are doing.
  func seesSpares(_ client: ConnectedClient) -> Bool {
    feeds.spares.allSatisfy { access(of: client, at: .node($0)).exposure != .nothing }
  }

  /// Whether a client may read every receiver that has been in use: how corrections and the time are doing depends on
  /// all of them.
  func seesExchange(_ client: ConnectedClient) -> Bool {
    client.spare == nil
      && served.allSatisfy { access(of: client, at: $0).exposure != .nothing }
  }

  mutating func reportSpares(of status: ReceiverStatus, at now: Moment) {
    for spare in status.sources where feeds.spares.contains(spare.source.name) {
      let node = spare.source.name
      var own = ReceiverStatus()
      (own.sources, own.current) = ([spare], spare)
      report(ReceiverEvent(.status(own), of: node, at: now.monotonic), of: node, at: now)
    }
  }
}
