// Core Location for Linux. SPDX-License-Identifier: MIT

/// `host:port`, where the colons of an IPv6 address are within brackets.
struct HostAndPort {
  /// Empty if it is left out.
  let host: String
  let port: UInt16

  /// - Parameter usualPort: the port where none is given.
  init?(_ text: Substring, usualPort: UInt16? = nil) {
    var host = text
    var port = usualPort
    if let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") {
      (host, port) = (text[..<colon], UInt16(text[colon...].dropFirst()))
    }
    guard let port, port > 0 else { return nil }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    (self.host, self.port) = (String(host), port)
  }
}
