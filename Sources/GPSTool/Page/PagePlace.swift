// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import HTTPSites
import LinuxSystem

/// Where a page is heard, and by what right.
package struct PagePlace: Sendable {
  let address: HostAndPort
  /// The token to show; `nil` for none.
  let token: String?
  /// Whether only a page of this user, or of root, is believed, and shown the token.
  let isOwn: Bool

  /// The port of a page unless another one is named.
  package static let usualPort: UInt16 = 8947

  /// - Parameters:
  ///   - page: the value of `--page`; `nil` for the usual page of this machine.
  ///   - tokenFile: a file with the token of another user's page; `nil` for one's own.
  package init(page: String?, tokenFile: String?) throws {
    address =
      try page.map { try HostAndPort(argument: $0, of: "--page", usualPort: Self.usualPort) }
      ?? HostAndPort("127.0.0.1", Self.usualPort)
    let isHere = Self.isHere(address)
    // Without a token that somebody has given them, users of this machine cannot be told apart by anything but the kernel.
    isOwn = tokenFile == nil && isHere
    // No other machine is told one's own token.
    token = try tokenFile.map(Self.token) ?? (isHere ? Self.ownToken : nil)
  }

  private static func token(inFile path: String) throws -> String {
    guard let bytes = try WholeFile.read(path, limit: 256) else {
      throw Failure("cannot read \(path.escapedForTerminal): no such file", EX_NOINPUT)
    }
    guard let token = token(in: bytes) else {
      throw Failure(
        "cannot use \(path.escapedForTerminal): it has no token of 32 hexadecimal digits",
        EX_DATAERR)
    }
    return token
  }

  private static var ownToken: String? {
    guard let folder = StateFolder.current,
      let bytes = try? WholeFile.read(folder + "/web-token", limit: 256)
    else { return nil }
    return token(in: bytes)
  }

  private static func isHere(_ place: HostAndPort) -> Bool {
    let here = InternetAddress.ofThisMachine.map(\.description) + ["localhost"]
    return here.contains(place.host) || InternetAddress(place.host)?.isLoopback == true
  }

  private static func token(in bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self).prefix { !$0.isWhitespace }
    return AccessToken(String(text))?.description
  }
}
