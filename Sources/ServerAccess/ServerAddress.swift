// Core Location for Linux. SPDX-License-Identifier: MIT

package import LinuxSystem

/// The server in an address, and how its identity and the client's are proved.
package struct ServerAddress: Hashable, Sendable {
  /// What the addresses of one kind of server have in common.
  package struct Kind {
    package let scheme: String
    let usualPort: UInt16
    /// The scheme to use instead for an encrypted connection; `nil` for one that is encrypted.
    var encrypted: String?
    /// Whether the server may be this machine's own: the host may then be empty or the directory of a socket, only
    /// connections to other machines are encrypted, and the user may be the one who runs the program.
    var mayBeLocal = false
    /// Whether an address may name several hosts of one server, with commas between them.
    var mayBeSeveral = false

    package init(
      scheme: String, usualPort: UInt16, encrypted: String? = nil, mayBeLocal: Bool = false,
      mayBeSeveral: Bool = false
    ) {
      (self.scheme, self.usualPort) = (scheme, usualPort)
      (self.encrypted, self.mayBeLocal) = (encrypted, mayBeLocal)
      self.mayBeSeveral = mayBeSeveral
    }
  }

  package let scheme: String
  /// Whether the connection uses TLS, and the server must prove its identity.
  package let isEncrypted: Bool
  /// A name or a numeric address; for PostgreSQL also the directory of its socket, or empty for the usual one.
  package private(set) var host = ""
  package private(set) var port: UInt16
  /// The other hosts of a server that has several.
  package private(set) var others: [HostAndPort] = []
  /// The user to log in as; `nil` for no login, or with PostgreSQL for the user who runs the program.
  package private(set) var user: String?
  /// The path, still encoded; empty, or begins with `/`.
  package let path: Substring
  package let passwordFile: String?
  /// The file with the trusted certificates; `nil` for those that the system trusts.
  package let caFile: String?
  /// The client's own certificate and its key, as PEM files.
  package let certificate: String?
  package let key: String?
  private let usualPort: UInt16

  /// The items of the query that are about the server.
  package static let items: Set = ["password-file", "ca-file", "certificate", "key"]

  package init(
    _ address: AddressParts, _ query: [String: String], _ kind: Kind
  ) throws(AddressFault) {
    guard address.hierarchy.hasPrefix("//") else {
      throw AddressFault("it is not a URL; write \(address.forms)")
    }
    let hierarchy = address.hierarchy.dropFirst(2)
    let authority = hierarchy.prefix { $0 != "/" }
    path = hierarchy[authority.endIndex...]
    (scheme, usualPort, port) = (kind.scheme, kind.usualPort, kind.usualPort)
    (passwordFile, caFile) = (query["password-file"], query["ca-file"])
    (certificate, key) = (query["certificate"], query["key"])
    let (login, place) = try Self.login(in: authority)
    user = login
    let places =
      kind.mayBeSeveral
      ? place.split(separator: ",", omittingEmptySubsequences: false) : [place]
    let host: String
    (host, port) = try Self.hostAndPort(in: places[0], kind)
    self.host = host
    others = try places.dropFirst().map { place throws(AddressFault) in
      let (host, port) = try Self.hostAndPort(in: place, kind)
      return HostAndPort(host, port)
    }
    isEncrypted = kind.mayBeLocal ? !Self.isLocal(host) : kind.encrypted == nil
    guard (certificate == nil) == (key == nil) else {
      throw AddressFault("a certificate needs its key; give both certificate= and key=")
    }
    guard isEncrypted || caFile == nil && certificate == nil else {
      throw AddressFault(
        "certificates are for encrypted connections; use \(kind.encrypted ?? "another machine"), or leave them out"
      )
    }
    guard user != nil || passwordFile == nil || kind.mayBeLocal else {
      throw AddressFault("a password needs a user; write USER@ in front of the host")
    }
  }

  /// Whether the server is on this machine, so that the connection cannot be intercepted.
  package var isLocal: Bool { Self.isLocal(host) }

  private static func isLocal(_ host: String) -> Bool {
    host.isEmpty || host.hasPrefix("/") || host == "localhost" || host == "::1"
      || (host.hasPrefix("127.") && host.utf8.allSatisfy { $0 < UInt8(ascii: ":") })
  }

  private static func login(
    in authority: Substring
  ) throws(AddressFault) -> (user: String?, rest: Substring) {
    guard let at = authority.lastIndex(of: "@") else { return (nil, authority) }
    let name = authority[..<at]
    guard !name.contains(":") else {
      throw AddressFault(
        "a password in the address can be read by every user of this machine; "
          + "write it to a file and add ?password-file=FILE")
    }
    guard !name.isEmpty else {
      throw AddressFault("the user is missing before \"@\"; name one, or leave out \"@\"")
    }
    return (try AddressParts.decode(name, "the user"), authority[authority.index(after: at)...])
  }

  private static func hostAndPort(
    in text: Substring, _ kind: Kind
  ) throws(AddressFault) -> (String, UInt16) {
    var (rest, port) = (text, kind.usualPort)
    // The colons of an IPv6 address are within brackets.
    if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
      guard let number = UInt16(rest[rest.index(after: colon)...]), number > 0 else {
        throw AddressFault("the port is not a number from 1 to 65535")
      }
      (rest, port) = (rest[..<colon], number)
    }
    var host: String
    if rest.hasPrefix("["), rest.hasSuffix("]") {
      host = String(rest.dropFirst().dropLast())
    } else {
      guard !rest.contains(":") else {
        throw AddressFault(
          "the host contains a colon; write an IPv6 address in brackets, [::1]")
      }
      host = try AddressParts.decode(rest, "the host")
    }
    let isSocket = kind.mayBeLocal && host.hasPrefix("/")
    // Host names are case-insensitive; directories are not.
    if !isSocket { host = host.lowercased() }
    guard !host.isEmpty || kind.mayBeLocal else { throw AddressFault("it names no host") }
    guard isSocket ? !host.contains(",") : host.unicodeScalars.allSatisfy(isOfHost) else {
      throw AddressFault("the host contains a character that is not allowed there")
    }
    return (host, port)
  }

  /// Returns whether a host name may contain a character: letters of every language, as names may be international.
  private static func isOfHost(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || "-._:".unicodeScalars.contains(scalar)
  }

  /// The address up to the path, without secrets: it contains no file.
  package var text: String {
    "\(scheme)://" + (user.map { PercentEncoding.encode($0) + "@" } ?? "") + place
  }

  /// The address without the user.
  package var publicText: String { "\(scheme)://" + (host.hasPrefix("/") ? "" : place) }

  package var hosts: [HostAndPort] { [HostAndPort(host, port)] + others }

  private var place: String {
    hosts.map { place in
      (place.host.contains(":") ? "[\(place.host)]" : PercentEncoding.encode(place.host))
        + (place.port == usualPort ? "" : ":\(place.port)")
    }.joined(separator: ",")
  }
}
