// Core Location for Linux. SPDX-License-Identifier: MIT

/// `host:port`, with an IPv6 address in brackets.
struct HostAndPort {
  /// The host; empty if it was left out.
  let host: String
  let port: UInt16

  /// - Parameter usualPort: the port if the text contains none.
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
