// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization

/// How many clients are served, and whose: nobody can take the slots of others.
package struct ClientSlots: Sendable {
  /// The most clients that have been identified.
  package var most = 200
  package var reservedForRoot = 20
  /// The most clients of one user; root and the service's own user may have more.
  package var mostOfUser = 100
  /// The most clients that are not allowed the location, or for which that cannot be decided yet.
  package var mostWithoutAccess = 50
  /// The most of these that belong to one user.
  package var mostWithoutAccessOfUser = 16
  /// The most clients over TCP that have not been identified yet.
  package var mostUnidentified = 256
  /// The most connections, including those that are being closed.
  package var mostConnections = 512

  /// Returns why a client that has just connected is not served, judged by its user, who is not known yet over TCP.
  func refusal(ofNewClientOf user: UInt32?, among clients: [ConnectedClient]) -> String? {
    if user == 0 { return nil }
    let waiting = clients.count { !$0.isIdentified && !$0.isClosing && $0.user == user }
    return waiting >= (user == nil ? mostUnidentified : mostOfUser)
      ? "too many clients are connecting: \(waiting) have not been identified yet" : nil
  }

  /// Returns why a client that has been identified is not served.
  func refusal(
    of client: ConnectedClient, among clients: [ConnectedClient], ownUser: UInt32
  ) -> String? {
    if client.isEverybody { return nil }
    let others = clients.lazy.filter { $0.isIdentified && !$0.isClosing && $0.id != client.id }
    if others.count >= (client.user == 0 ? most : most - reservedForRoot) {
      return "too many clients: \(others.count) are connected"
    }
    if client.user == 0 { return nil }
    let own = others.filter { $0.user == client.user }
    if client.user != ownUser, own.count >= mostOfUser {
      let user = client.user.map { "user \($0)" } ?? "an unknown user"
      return "too many clients: \(user) has \(own.count) connections already"
    }
    guard client.access.disclosure == .nothing else { return nil }
    let isFull =
      own.count { $0.access.disclosure == .nothing } >= mostWithoutAccessOfUser
      || others.count { $0.access.disclosure == .nothing } >= mostWithoutAccess
    return isFull ? "too many clients that are not allowed are connected" : nil
  }
}
