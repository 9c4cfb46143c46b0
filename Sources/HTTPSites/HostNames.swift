// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// The names by which browsers may address a site.
///
/// A page of another site can point the name of its server at this machine, and then has the same origin as this page. The
/// browser states in `Host` which name it used.
package struct HostNames: Hashable, Sendable {
  private let names: Set<String>
  /// Whether any address is accepted, because the page listens at all of them: unlike a name, an address cannot be pointed
  /// elsewhere.
  private let includesAddresses: Bool

  package init(listening: [String], names: [String] = []) {
    includesAddresses = listening.contains { ["0.0.0.0", "::"].contains($0) }
    self.names = Set(
      ["localhost", "127.0.0.1", "[::1]"] + listening.map { $0.contains(":") ? "[\($0)]" : $0 }
        + names.map { $0.lowercased() })
  }

  /// Returns whether the page may be addressed by this name or address, with or without a port.
  package func contains(_ host: String) -> Bool {
    guard let name = Self.name(in: host) else { return false }
    return names.contains(name) || includesAddresses && Self.isAddress(name)
  }

  /// Returns whether a host is a name or an address by which only programs on this machine can reach it.
  package static func namesThisMachineAlone(_ host: String) -> Bool {
    guard let name = name(in: host) else { return true }
    let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
    let address = InternetAddress(isBracketed ? String(name.dropFirst().dropLast()) : name)
    return name == "localhost" || address?.isLoopback == true
  }

  /// Returns the name without the port, in lower case; `nil` if the text is not a host.
  private static func name(in host: String) -> String? {
    var host = host.lowercased()[...]
    let end = host.hasPrefix("[") ? host.firstIndex(of: "]").map { host.index(after: $0) } : nil
    let colon = end ?? host.firstIndex(of: ":") ?? host.endIndex
    let port = host[colon...]
    guard port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil else { return nil }
    host = host[..<colon]
    return host.isEmpty ? nil : String(host)
  }

  private static func isAddress(_ name: String) -> Bool {
    let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
    let address = InternetAddress(isBracketed ? String(name.dropFirst().dropLast()) : name)
    return address?.isIPv6 == isBracketed
  }
}
