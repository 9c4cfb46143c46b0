// Core Location for Linux. SPDX-License-Identifier: MIT

/// Who is at the other end of a connection, as the kernel says it.
package struct PeerCredentials: Hashable, Sendable {
  package var user: UInt32
  /// The groups that it is in.
  package var groups: Set<UInt32>
  /// The process that connected; `nil` over TCP.
  ///
  /// It may have passed the connection on.
  package var process: Int32?
  /// The system's unit that it belongs to, such as `weather.service`; `nil` if it belongs to none, and over TCP.
  package var unit: String?
  /// What the process calls itself; only for people.
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
