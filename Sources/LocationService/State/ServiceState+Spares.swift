// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Clients that may read a spare, but not the receiver in use: they are sent what that spare reports.

import GNSS
import GNSSReceiver
import LocationAuthorization

extension ServiceState {
  /// Returns what a client is allowed, and the spare that it follows because it may not read the receiver in use.
  func standing(of client: ConnectedClient) -> (Standing, spare: String?) {
    if client.isEverybody { return (rules.standingOfEverybody(at: gate), nil) }
    let standing = rules.standing(of: client.peer, at: gate)
    guard standing.isRefused else { return (standing, nil) }
    for node in feeds.spares {
      let other = rules.standing(of: client.peer, at: .node(node))
      if other.exposure != .nothing { return (other, node) }
    }
    return (standing, nil)
  }

  mutating func reportSpares(of status: ReceiverStatus, at now: Moment) {
    for spare in status.candidates where feeds.spares.contains(spare.candidate.name) {
      let node = spare.candidate.name
      var own = ReceiverStatus()
      (own.candidates, own.current) = ([spare], spare)
      report(ReceiverEvent(.status(own), of: node, at: now.monotonic), of: node, at: now)
    }
  }
}
