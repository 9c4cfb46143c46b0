// Core Location for Linux. SPDX-License-Identifier: MIT

package import ServerAccess

/// A destination on a server, which a client may have to log in to.
package protocol ServerDestination: Destination {
  var server: ServerAddress { get }
  /// Whether the server may ask for a password although the address names no user.
  static var asksEverybody: Bool { get }
}

extension ServerDestination {
  package static var asksEverybody: Bool { false }
  package var publicName: String { server.publicText }
}
