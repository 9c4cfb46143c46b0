// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// By which names browsers may call the page.
///
/// A page of a stranger can have the name of its own server point to this machine, and would then be of the same origin as
/// ours; the browser says in `Host` which name it went by.
struct HostNames: Hashable, Sendable {
  private let names: Set<String>
  /// Whether any address will do, since the page is listening at all of them: nobody can point an address elsewhere.
  private let includesAddresses: Bool

  /// - Parameters:
  ///   - listening: the addresses at which the page is served.
  ///   - names: what else this machine is called.
  init(listening: [String], names: [String] = []) {
    includesAddresses = listening.contains { ["0.0.0.0", "::"].contains($0) }
    self.names = Set(
      ["localhost", "127.0.0.1", "[::1]"] + listening.map { $0.contains(":") ? "[\($0)]" : $0 }
        + names.map { $0.lowercased() })
  }

  /// Whether the page may be called so: a name or an address, with or without a port.
  func contains(_ host: String) -> Bool {
    guard let name = Self.name(in: host) else { return false }
    return names.contains(name) || includesAddresses && Self.isAddress(name)
  }

  /// The name without the port, in lower case; `nil` for what is no host.
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
    // Room for either kind.
    var bytes = [UInt8](repeating: 0, count: 16)
    if name.hasPrefix("["), name.hasSuffix("]") {
      return inet_pton(AF_INET6, String(name.dropFirst().dropLast()), &bytes) == 1
    }
    return inet_pton(AF_INET, name, &bytes) == 1
  }
}
