// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// An address on which clients of one protocol connect, or to which their reports are sent.
package struct ListeningAddress: Hashable, Sendable {
  package enum Transport: Hashable, Sendable {
    /// A numeric address, such as `127.0.0.1` or `::1`.
    case tcp(address: String, port: UInt16)
    case unix(path: String)
    /// Everybody who receives datagrams at a numeric address, which may be that of all machines of a network.
    case datagrams(address: String, port: UInt16)
  }

  package let clientProtocol: ClientProtocol
  package let transport: Transport
  /// Whether it is skipped if the machine has no such addresses: IPv6 may be disabled.
  package var isOptional = false

  package init(_ clientProtocol: ClientProtocol, _ transport: Transport, isOptional: Bool = false) {
    self.clientProtocol = clientProtocol
    self.transport = transport
    self.isOptional = isOptional
  }

  /// Returns the IPv4 and IPv6 addresses that only this machine can reach.
  package static func loopback(_ clientProtocol: ClientProtocol, port: UInt16) -> [ListeningAddress]
  {
    [
      ListeningAddress(clientProtocol, .tcp(address: "127.0.0.1", port: port)),
      ListeningAddress(clientProtocol, .tcp(address: "::1", port: port), isOptional: true),
    ]
  }

  /// Its name in messages.
  package var name: String {
    switch transport {
    case .tcp(let address, let port): HostAndPort(address, port).description
    case .unix(let path): path
    case .datagrams(let address, let port): "udp://\(HostAndPort(address, port))"
    }
  }
}
