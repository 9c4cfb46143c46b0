// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON
package import LocationService

/// Where map tiles come from: a server that the user has named, and no other, or a file.
///
/// The tiles that browsers load reveal to a server which area the map shows, and so roughly where the receiver is.
package struct MapTiles: Hashable, Sendable {
  /// The address of a tile, with `{z}`, `{x}` and `{y}` for its place, as usual with Mercator's projection and 256 pixels.
  let template: String
  /// The server, as a content security policy names it: `https://tile.example.org`.
  let origin: String
  /// The source of the maps, shown in a corner of the map.
  let attribution: String

  /// The zooms of which there are tiles; `nil` if that is not known.
  private(set) var zooms: ClosedRange<Int>?
  /// Whether the page serves the tiles itself.
  var areOwn: Bool { origin == Self.ownOrigin }

  /// Scripts load the page's own tiles, since only they have the token, and show them under addresses of their own.
  static let ownOrigin = "blob:"

  /// Names the tiles of a file, which the page serves.
  package init(ofFileWith zooms: ClosedRange<Int>, attribution: String?) {
    template = "/tiles/{z}/{x}/{y}"
    origin = Self.ownOrigin
    self.attribution = attribution ?? ""
    self.zooms = zooms
  }

  /// - Parameter attribution: the text that the server's terms require; by default the server's name.
  /// - Throws: ``ServiceError`` if the template is not such an address.
  package init(_ template: String, attribution: String? = nil) throws(ServiceError) {
    let scheme = ["https://", "http://"].first { template.hasPrefix($0) }
    // No character that would end the address, the policy or a header.
    let isPlain = template.utf8.allSatisfy { byte in
      (0x21...0x7E).contains(byte) && !"\"'`;,\\<>".utf8.contains(byte)
    }
    guard let scheme, isPlain else {
      throw Self.error(template, "it is not a valid URL")
    }
    let host = template.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    guard !host.isEmpty, !host.contains("{"), !host.contains("@") else {
      throw Self.error(template, "the server's name must stand in it as it is")
    }
    for place in ["{z}", "{x}", "{y}"] where !template.contains(place) {
      throw Self.error(template, "\(place) is missing")
    }
    self.template = template
    origin = scheme + host
    self.attribution = attribution ?? "Map: \(host)"
  }

  private static func error(_ text: String, _ reason: String) -> ServiceError {
    ServiceError("cannot load tiles from \(text): \(reason); give https://HOST/{z}/{x}/{y}.png")
  }

  /// Returns the document that the page requests at its start: how to draw the map, and in which units.
  static func document(_ tiles: MapTiles?, _ units: UnitSystem? = nil) -> [UInt8] {
    var object = JSONObject()
    object.set("units", units?.rawValue)
    object.set("tiles", tiles?.template)
    object.set("attribution", tiles?.attribution)
    object.set("minZoom", tiles?.zooms?.lowerBound)
    object.set("maxZoom", tiles?.zooms?.upperBound)
    return object.closed
  }
}
