// Core Location for Linux. SPDX-License-Identifier: MIT

/// Where browsers connect.
package struct PageAddress: Hashable, Sendable {
  /// A number, such as `127.0.0.1` or `::1`.
  package let host: String
  /// 0 for any that is free.
  package var port: UInt16
  /// Whether it is left out where the machine has no such addresses: IPv6 may be switched off.
  package var isOptional = false

  package init(_ host: String, _ port: UInt16, isOptional: Bool = false) {
    self.host = host
    self.port = port
    self.isOptional = isOptional
  }

  /// The addresses of this machine alone, both kinds.
  package static func loopback(port: UInt16) -> [PageAddress] {
    [PageAddress("127.0.0.1", port), PageAddress("::1", port, isOptional: true)]
  }

  /// Whether only this machine can connect to it.
  package var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

  /// What it is called in messages and in addresses of pages.
  package var name: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
