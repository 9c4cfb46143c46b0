// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

package struct SiteAddress: Hashable, Sendable {
  /// A numeric address, such as `127.0.0.1` or `::1`.
  package let host: String
  /// The port; 0 for any free one.
  package var port: UInt16
  /// Whether the address is skipped on a machine that has no addresses of its kind: IPv6 may be switched off.
  package var isOptional = false

  package init(_ host: String, _ port: UInt16, isOptional: Bool = false) {
    self.host = host
    self.port = port
    self.isOptional = isOptional
  }

  /// The address of a socket that systemd has passed on.
  package init(listening socket: CInt) {
    let address = InternetAddress(of: socket, getsockname)
    self.init(address?.description ?? "", address?.port ?? 0)
  }

  /// The loopback addresses of both kinds.
  package static func loopback(port: UInt16) -> [SiteAddress] {
    [SiteAddress("127.0.0.1", port), SiteAddress("::1", port, isOptional: true)]
  }

  /// Whether only programs on this machine can connect.
  package var isLoopback: Bool { InternetAddress(host)?.isLoopback == true }

  /// The addresses to type into a browser: for "all addresses", those of this machine.
  package var reachable: [SiteAddress] {
    guard ["0.0.0.0", "::"].contains(host) else { return [self] }
    let addresses = InternetAddress.ofThisMachine.filter { $0.isIPv6 == (host == "::") }
    return addresses.isEmpty ? [self] : addresses.map { SiteAddress($0.description, port) }
  }

  /// The address as it appears in messages and URLs.
  package var name: String { HostAndPort(host, port).description }
}
