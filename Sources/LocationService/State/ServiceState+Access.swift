// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What a client may see, and of which receiver: one that may not read the active one is sent what a standby reports.

import GNSS
import GNSSReceiver
import LocationAuthorization

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

  mutating func reportStandbys(of status: ReceiverStatus, at now: Moment) {
    for standby in status.sources where feeds.standbys.contains(standby.source.name) {
      let node = standby.source.name
      var own = ReceiverStatus()
      (own.sources, own.current) = ([standby], standby)
      report(ReceiverEvent(.status(own), of: node, at: now.monotonic), of: node, at: now)
    }
  }
}
