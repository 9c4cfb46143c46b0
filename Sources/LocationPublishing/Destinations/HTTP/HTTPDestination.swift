// Core Location for Linux. SPDX-License-Identifier: MIT

package import LinuxSystem
package import ServerAccess

/// A path of a web server, to which each position is posted: `https://boat@example.org/pub`.
package struct HTTPDestination: ServerDestination, Hashable {
  enum Format: String, PublishedFormat {
    /// OwnTracks' objects.
    case owntracks
    /// The JSON of `gps replay`, with the device and the occasion.
    case json
    /// The form of Traccar's OsmAnd protocol.
    case osmand
  }

  package let server: ServerAddress
  /// The request target, still encoded: the path, and the items of the query that are for the server.
  let target: String
  let format: Format
  /// The format if the address contains none; Traccar serves the OsmAnd protocol on a separate port.
  private let usualFormat: Format

  package static let schemes = ["http", "https"]
  package static let form = "http[s]://[user@]host[:port]/path"
  package static let items = ServerAddress.items.union(["format"])

  package init(_ address: AddressParts) throws(AddressFault) {
    var others: [String] = []
    let query = try address.query(Self.items) { name, item throws(AddressFault) in
      guard !Destinations.items.contains(name) else { return try AddressParts.unknown(name, item) }
      others.append(PercentEncoding.encode(String(item), allowing: AddressParts.legal))
    }
    server = try ServerAddress(
      address, query,
      address.scheme == "https"
        ? .init(scheme: "https", usualPort: 443)
        : .init(scheme: "http", usualPort: 80, encrypted: "https"))
    let path = PercentEncoding.encode(String(server.path), allowing: AddressParts.legal)
    target =
      (path.isEmpty ? "/" : path) + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
    usualFormat = server.port == 5055 ? .osmand : .owntracks
    format = try Format.read(query["format"]) ?? usualFormat
  }

  /// The URL, without the items of the query that are for this program.
  var url: String { "\(server.scheme)://\(HostAndPort(server.host, server.port))\(target)" }

  /// Contains only the names of the query's items, whose values may be a token.
  package var description: String { text(to: shownTarget).escapedForTerminal }

  /// ``description``, with a digest that distinguishes addresses that differ only in what is hidden.
  ///
  /// Files with passwords and certificates are not part of it: a renewed password does not make a new destination.
  package var name: String {
    let digest = String(text(to: target).utf8.digest(), radix: 16)
    return shownTarget == target ? description : "\(description) \(digest)"
  }

  private func text(to target: String) -> String {
    guard format != usualFormat else { return server.text + target }
    return "\(server.text)\(target)\(target.contains("?") ? "&" : "?")format=\(format.rawValue)"
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

  package func link(device: String, credentials: Credentials, stop: WakeUp) -> any DeliveryLink {
    HTTPLink(self, credentials: credentials, stop: stop, patience: .seconds(60))
  }
}
