// Core Location for Linux. SPDX-License-Identifier: MIT

/// Who is at the other end of a connection, according to the kernel.
package struct PeerCredentials: Hashable, Sendable {
  package var user: UInt32
  /// The groups that the user is in.
  package var groups: Set<UInt32>
  /// The process that connected; `nil` over TCP.
  ///
  /// It may have passed the connection to another process.
  package var process: Int32?
  /// The systemd unit of the process, such as `weather.service`; `nil` if it belongs to none, and over TCP.
  package var unit: String?
  /// The name that the process gives itself; only for people.
  package var name: String?

  package init(
    user: UInt32, groups: Set<UInt32> = [], process: Int32? = nil, unit: String? = nil,
    name: String? = nil
  ) {
    self.user = user
    self.groups = groups
    self.process = process
    self.unit = unit
    self.name = name
  }
}
