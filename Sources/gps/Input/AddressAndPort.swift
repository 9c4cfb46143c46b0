// Core Location for Linux. SPDX-License-Identifier: MIT

/// A numeric address and a port in their usual notation: `127.0.0.1:2947`, `[::1]:2947`, `localhost:2947`.
struct AddressAndPort: Hashable {
  let address: String
  let port: UInt16

  /// Parses text; `nil` if it has no port.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var address = String(text[..<colon])
    if address.hasPrefix("["), address.hasSuffix("]") {
      address = String(address.dropFirst().dropLast())
    }
    self.address = address == "localhost" ? "127.0.0.1" : address
    self.port = port
  }
}
