// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// The address that positions are sent to: `mqtts://boat@example.org/fleet/{device}?ca-file=ca.pem`.
package struct DestinationAddress: Hashable, Sendable {
  /// The kind of server.
  package enum Service: Hashable, Sendable {
    case mqtt
    case http
    case postgresql
  }

  package var service: Service
  /// Whether the connection uses TLS, and the server must prove its identity.
  ///
  /// For PostgreSQL, this is the case unless the server is on this machine.
  package var isEncrypted: Bool
  /// A name or a numeric address; for PostgreSQL also the directory of its socket, or empty for the usual one.
  package var host: String
  package var port: UInt16
  /// The user to log in as; `nil` for no login, or with PostgreSQL for the user who runs the program.
  package var user: String?
  /// The topic or the database; empty if the address contains none.
  package var path: String
  /// The request target for an HTTP server, still encoded: the path, and the items of the query that are for the server.
  package var target: String
  /// The format of positions; `nil` for PostgreSQL.
  package var format: PublishedFormat?
  /// The file with the password.
  package var passwordFile: String?
  /// The file with the trusted certificates; `nil` for those that the system trusts.
  package var caFile: String?
  /// The client's own certificate and its key, as PEM files.
  package var certificate: String?
  package var key: String?
  /// The table, with or without its schema.
  package var table: String
  /// The name by which the MQTT broker knows this client; `nil` for a random one.
  package var clientID: String?

  /// The table's name if the address contains none.
  package static let usualTable = "positions"

  /// Whether the server is on this machine, so that the connection cannot be intercepted.
  package var isLocal: Bool {
    host.isEmpty || host.hasPrefix("/") || host == "localhost" || host == "::1"
      || (host.hasPrefix("127.") && host.utf8.allSatisfy { $0 < UInt8(ascii: ":") })
  }
}

extension DestinationAddress: CustomStringConvertible {
  /// The address for messages, without secrets: it contains no file, and of a query to an HTTP server only the names of the
  /// items, whose values may contain a token.
  package var description: String { text(hidingSecrets: true).escapedForTerminal }

  /// The name of the destination in the queue: ``description``, with a digest if that hides something.
  ///
  /// The digest distinguishes addresses that differ only in what is hidden.
  ///
  /// Files with passwords and certificates are not part of it: a renewed password does not make a new destination.
  package var name: String {
    let whole = text(hidingSecrets: false)
    let shown = text(hidingSecrets: true)
    return whole == shown
      ? shown.escapedForTerminal : shown.escapedForTerminal + " " + Self.digest(whole)
  }

  private func text(hidingSecrets: Bool) -> String {
    var text = "\(scheme)://"
    if let user { text += PercentEncoding.encode(user) + "@" }
    text += host.contains(":") ? "[\(host)]" : PercentEncoding.encode(host)
    if port != usualPort { text += ":\(port)" }
    switch service {
    case .mqtt: text += path.isEmpty ? "" : "/" + path
    case .http: text += hidingSecrets ? shownTarget : target
    case .postgresql: text += "/" + path
    }
    if let format, format != usualFormat { text += "\(separator)format=\(format.rawValue)" }
    if service == .postgresql, table != Self.usualTable { text += "\(separator)table=\(table)" }
    return text
  }

  private var separator: String { target.contains("?") ? "&" : "?" }

  private var scheme: String {
    switch service {
    case .mqtt: isEncrypted ? "mqtts" : "mqtt"
    case .http: isEncrypted ? "https" : "http"
    case .postgresql: "postgres"
    }
  }

  /// The target without secrets: the address of a webhook is its password.
  private var shownTarget: String {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var levels = parts[0].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if let hook = levels.firstIndex(of: "webhook") {
      for index in levels.indices where index > hook { levels[index] = "…" }
    }
    let path = levels.joined(separator: "/")
    guard parts.count == 2 else { return path }
    let items = parts[1].split(separator: "&").map { item in
      item.contains("=") ? item.prefix { $0 != "=" } + "=…" : "…"
    }
    return path + "?" + items.joined(separator: "&")
  }

  /// FNV-1a with 64 bits.
  private static func digest(_ text: String) -> String {
    let number = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(number, radix: 16)
  }
}

extension DestinationAddress {
  var usualPort: UInt16 {
    switch service {
    case .mqtt: isEncrypted ? 8883 : 1883
    case .http: isEncrypted ? 443 : 80
    case .postgresql: 5432
    }
  }

  /// The format if the address contains none; Traccar serves the OsmAnd protocol on a port of its own.
  var usualFormat: PublishedFormat? {
    switch service {
    case .mqtt: .owntracks
    case .http: port == 5055 ? .osmand : .owntracks
    case .postgresql: nil
    }
  }
}
