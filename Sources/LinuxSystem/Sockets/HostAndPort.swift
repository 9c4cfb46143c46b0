// Core Location for Linux. SPDX-License-Identifier: MIT

/// A host by its name or its numeric address, and a port: `boat:10110`, `127.0.0.1:2947`, `[::1]:2947`.
package struct HostAndPort: Hashable, Sendable, CustomStringConvertible {
  /// A name or an address, without brackets; empty if it was left out.
  package var host: String
  package var port: UInt16

  package init(_ host: String, _ port: UInt16) { (self.host, self.port) = (host, port) }

  /// Reads the usual notation; `nil` if it has no port.
  ///
  /// - Parameter usualPort: the port if the text contains none.
  package init?(_ text: some StringProtocol, usualPort: UInt16? = nil) {
    var host = text[...]
    var port = usualPort
    if let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") {
      (host, port) = (text[..<colon], UInt16(text[colon...].dropFirst()))
    }
    guard let port else { return nil }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    self.init(String(host), port)
  }

  package var description: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
