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
    for node in spares.nodes {
      let other = rules.standing(of: client.peer, at: .node(node))
      if other.exposure != .nothing { return (other, node) }
    }
    return (standing, nil)
  }

  /// Reports something of a spare to the clients that follow it.
  mutating func reportSpare(_ event: ReceiverEvent, at now: Moment) {
    guard let node = event.receiver,
      let translated = spares.translate(event, of: node, to: clients, at: now)
    else { return }
    send(
      translated, event.isRepeated ? .epoch : .answer, of: node, fixAt: event.fix?.time, at: now)
  }

  /// Reports each spare's status to the clients that follow it.
  mutating func reportSpares(of status: ReceiverStatus, at now: Moment) {
    for spare in status.candidates where spares.nodes.contains(spare.candidate.name) {
      var own = ReceiverStatus()
      (own.candidates, own.current) = ([spare], spare)
      reportSpare(
        ReceiverEvent(.status(own), of: spare.candidate.name, at: now.monotonic), at: now)
    }
  }

  /// Reports that another second has passed to clients that follow a spare without a fix.
  mutating func secondWithoutFixOfSpares(at now: Moment) {
    for node in spares.nodes {
      guard let translated = spares.secondWithoutFix(node, at: now) else { continue }
      send(translated, .epoch, of: node, at: now)
    }
  }
}
