// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// Where positions are sent: `mqtts://boat@example.org/fleet/{device}?ca-file=ca.pem`.
package struct DestinationAddress: Hashable, Sendable {
  /// What answers there.
  package enum Service: Hashable, Sendable {
    case mqtt
    case http
    case postgresql
  }

  package var service: Service
  /// Whether TLS comes first, and the other side must prove who it is.
  ///
  /// For PostgreSQL, it does unless the server is on this machine.
  package var isEncrypted: Bool
  /// A name or a number; of PostgreSQL also the directory of its socket, or empty for its usual one.
  package var host: String
  package var port: UInt16
  /// Who logs in; `nil` for nobody, with PostgreSQL for whoever runs the program.
  package var user: String?
  /// The topic or the database; empty if the address has none.
  package var path: String
  /// What is asked of an HTTP server, still encoded: the path and those items of the query that are not ours.
  package var target: String
  /// `nil` for PostgreSQL.
  package var format: PublishedFormat?
  /// The file with the password.
  package var passwordFile: String?
  /// The file with the certificates to be trusted; `nil` for those that the system trusts.
  package var caFile: String?
  /// Our own certificate and the key to it, as PEM files.
  package var certificate: String?
  package var key: String?
  /// The table, with or without its schema.
  package var table: String
  /// How the MQTT broker knows us; `nil` for a random name.
  package var clientID: String?

  /// The table's name, if the address has none.
  package static let usualTable = "positions"

  /// Whether the server is on this machine, so that nobody can come between.
  package var isLocal: Bool {
    host.isEmpty || host.hasPrefix("/") || host == "localhost" || host == "::1"
      || (host.hasPrefix("127.") && host.utf8.allSatisfy { $0 < UInt8(ascii: ":") })
  }
}

extension DestinationAddress: CustomStringConvertible {
  /// The address for messages, with nothing in it that is secret: no file, and of a query to an HTTP server only what
  /// the items are called, as they may contain a token.
  package var description: String { text(hidingSecrets: true).escapedForTerminal }

  /// What the queue knows the destination by: the same as ``description``, and different for addresses that only differ
  /// in what that hides.
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

  /// A webhook's address is its password.
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

  /// Traccar listens to the OsmAnd protocol on a port of its own.
  var usualFormat: PublishedFormat? {
    switch service {
    case .mqtt: .owntracks
    case .http: port == 5055 ? .osmand : .owntracks
    case .postgresql: nil
    }
  }
}
