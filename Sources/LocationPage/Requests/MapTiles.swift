// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON
package import LocationService

/// A server of map tiles that the user has named: browsers load pictures from it, and from nowhere else.
///
/// It learns from what they load where the map is, which is nearly where the receiver is.
package struct MapTiles: Hashable, Sendable {
  /// The address of a tile, with `{z}`, `{x}` and `{y}` for its place, as usual with Mercator's projection and 256 points.
  let template: String
  /// The server, as a content security policy names it: `https://tile.example.org`.
  let origin: String
  /// Whose maps these are, for the corner of the map.
  let attribution: String

  /// - Parameter attribution: what the server's terms ask for; by default its name.
  /// - Throws: ``ServiceError`` for what is no such address.
  package init(_ template: String, attribution: String? = nil) throws(ServiceError) {
    let scheme = ["https://", "http://"].first { template.hasPrefix($0) }
    // Nothing that ends the address, the policy or a header.
    let isPlain = template.utf8.allSatisfy { byte in
      (0x21...0x7E).contains(byte) && !"\"'`;,\\<>".utf8.contains(byte)
    }
    guard let scheme, isPlain else {
      throw Self.error(template, "it is no address", "https://HOST/{z}/{x}/{y}.png")
    }
    let host = template.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    guard !host.isEmpty, !host.contains("{"), !host.contains("@") else {
      throw Self.error(
        template, "the server's name must stand in it as it is", "https://HOST/{z}/{x}/{y}.png")
    }
    for place in ["{z}", "{x}", "{y}"] where !template.contains(place) {
      throw Self.error(template, "\(place) is missing", "https://HOST/{z}/{x}/{y}.png")
    }
    self.template = template
    origin = scheme + host
    self.attribution = attribution ?? "Map: \(host)"
  }

  private static func error(_ text: String, _ reason: String, _ advice: String) -> ServiceError {
    ServiceError("cannot load tiles from \(text): \(reason); give \(advice)")
  }

  /// What the page asks for at its start; without a server an empty object.
  static func document(_ tiles: MapTiles?) -> [UInt8] {
    var object = JSONObject()
    object.set("tiles", tiles?.template)
    object.set("attribution", tiles?.attribution)
    return object.closed
  }
}
