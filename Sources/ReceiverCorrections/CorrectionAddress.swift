// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
package import ServerAccess

/// Where corrections come from: a mountpoint of an NTRIP caster, or a server that sends them without being asked.
package struct CorrectionAddress: Hashable, Sendable, CustomStringConvertible {
  package enum PositionRule: Hashable, Sendable {
    /// If the caster's table says that it wants it, or if it is silent.
    case byTable
    case every(Duration)
    case never
  }

  package let server: ServerAddress
  /// The name of the stream, decoded; empty for a server that is no caster, for the table, and if the user has named none.
  package let mountpoint: String
  package let positions: PositionRule

  package static let forms =
    "ntrip://user@host:2101/MOUNTPOINT?password-file=FILE, ntrips://… or tcp://host:port"

  private static let kinds = [
    ServerAddress.Kind(scheme: "ntrip", usualPort: 2101, encrypted: "ntrips"),
    ServerAddress.Kind(scheme: "ntrips", usualPort: 2102),
    ServerAddress.Kind(scheme: "tcp", usualPort: 2101, encrypted: "ntrips"),
  ]

  var isCaster: Bool { server.scheme != "tcp" }
  /// Whether the user still has to choose a stream of the caster.
  package var lacksMountpoint: Bool { isCaster && mountpoint.isEmpty }

  /// Reads an address as a user has written it.
  ///
  /// - Throws: `AddressError`, which reveals no password.
  package init(_ text: String) throws(AddressError) {
    do throws(AddressFault) { try self.init(text, hasMountpoint: true) } catch {
      throw AddressError(text, error.reason, purpose: "get corrections from")
    }
  }

  /// Reads the address of a caster whose table is wanted; a host alone will do.
  ///
  /// - Throws: `AddressError`, which reveals no password.
  package init(tableOf text: String) throws(AddressError) {
    do throws(AddressFault) {
      try self.init(text.contains("://") ? text : "ntrip://" + text, hasMountpoint: false)
      guard isCaster else {
        throw AddressFault("only an NTRIP caster has a table; write ntrip://host")
      }
    } catch {
      throw AddressError(text, error.reason, purpose: "list the corrections of")
    }
  }

  private init(_ text: String, hasMountpoint: Bool) throws(AddressFault) {
    let parts = try AddressParts(text, forms: Self.forms)
    guard let kind = Self.kinds.first(where: { $0.scheme == parts.scheme }) else {
      throw AddressFault("the scheme is unknown; write \(Self.forms)")
    }
    let isCaster = kind.scheme != "tcp"
    let query = try parts.query(isCaster ? ServerAddress.items.union(["gga"]) : [])
    server = try ServerAddress(parts, query, kind)
    let name = try AddressParts.decode(server.path.drop { $0 == "/" }, "the mountpoint")
    guard name.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
      throw AddressFault("the mountpoint contains a space or a control character")
    }
    if !isCaster, !name.isEmpty || server.user != nil {
      throw AddressFault(
        "such a server has no mountpoints and users; write tcp://host:port, or ntrip:")
    }
    mountpoint = hasMountpoint ? name : ""
    positions = try query["gga"].map(Self.rule) ?? (isCaster ? .byTable : .never)
  }

  /// Reads the interval of `gga=`.
  private static func rule(_ text: String) throws(AddressFault) -> PositionRule {
    if text == "off" { return .never }
    let digits = text.prefix { $0.isNumber }
    let unit = text[digits.endIndex...]
    guard let number = Int(digits), let factor = ["": 1, "s": 1, "m": 60][unit],
      (1...3600).contains(number), number * factor <= 3600
    else {
      throw AddressFault(
        "gga=\(text) is not an interval; write gga=10s, from 1s to 60m, or gga=off")
    }
    return .every(.seconds(number * factor))
  }

  /// The path to request; `/` for the table.
  var target: String { "/" + PercentEncoding.encode(mountpoint, allowing: "!$&'()*+,;=:@") }

  /// The address for messages, without secrets, and safe for a terminal.
  package var description: String { server.text + (mountpoint.isEmpty ? "" : target) }

  /// Returns the address to which a caster redirects: another path of the same server; `nil` for anything else, since the
  /// password and the position are meant for this one.
  func redirected(to place: String) -> CorrectionAddress? {
    var path = place[...]
    if let scheme = place.firstRange(of: "://") {
      let rest = place[scheme.upperBound...]
      let authority = rest.prefix { $0 != "/" }
      guard isSecure(place[..<scheme.lowerBound].lowercased()),
        authority.lowercased() == server.hosts[0].description
      else { return nil }
      path = rest[authority.endIndex...]
    }
    guard path.hasPrefix("/"), let name = PercentEncoding.decode(path.drop { $0 == "/" }),
      !name.isEmpty, name.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
    else { return nil }
    return CorrectionAddress(server, name, positions)
  }

  private func isSecure(_ scheme: String) -> Bool {
    (server.isEncrypted ? ["https", "ntrips"] : ["http", "ntrip"]).contains(scheme)
  }

  private init(_ server: ServerAddress, _ mountpoint: String, _ positions: PositionRule) {
    (self.server, self.mountpoint, self.positions) = (server, mountpoint, positions)
  }

  var table: CorrectionAddress { CorrectionAddress(server, "", positions) }
}
