// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationAuthorization

/// Who is at the other end of a connection, according to the kernel.
package struct PeerCredentials: Hashable, Sendable {
  /// The systemd unit that a process belongs to.
  package enum Unit: Hashable, Sendable {
    /// A service of the system, such as `weather.service`.
    case named(String)
    /// The process is in no service of the system, but in a user's session, for example.
    case none
    /// The kernel does not tell: over TCP, for a process that has ended, and if the service is in a container.
    case unknown
  }

  package var user: UInt32
  /// The groups that the user is in; `nil` if the user database does not tell.
  package var groups: Set<UInt32>? = []
  /// The user and all of its groups by name; `nil` if the user database does not tell the name of one.
  package var names: Set<PolicyClient>?
  /// The process that connected; `nil` over TCP.
  ///
  /// It may have passed the connection to another process.
  package var process: Int32?
  package var unit = Unit.unknown
  /// The name that the process gives itself; only for people.
  package var name: String?
}
