// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import ServerAccess

/// What a caster is asked: a request that casters of both versions understand.
struct CasterRequest {
  var address: CorrectionAddress
  var password: String?
  var version: String
  /// The present position as a sentence, without its line end; `nil` for none.
  var position: String?

  /// - Returns: the bytes to send; they contain the password.
  var bytes: [UInt8] {
    let server = address.server
    var lines = [
      "GET \(address.target) HTTP/1.1", "Host: \(server.hosts[0])",
      // Casters send a page instead of data to a program that does not begin with NTRIP.
      "User-Agent: NTRIP core-location-linux/\(version)", "Ntrip-Version: Ntrip/2.0",
    ]
    if let user = server.user {
      lines.append("Authorization: Basic " + Base64.encode("\(user):\(password ?? "")".utf8))
    }
    if let position { lines.append("Ntrip-GGA: \(position)") }
    lines += ["Accept: */*", "Connection: close", "", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }
}
