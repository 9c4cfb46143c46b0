// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import HTTPSites
import LocationJSON

/// The files that are the same for every browser: the page itself, and the land on its map.
///
/// They reveal nothing, so anybody may load them.
enum PageFiles {
  /// - Parameter compressed: whether the browser accepts gzip.
  static func file(_ path: String, compressed: Bool = false) -> SiteResponse? {
    compressed ? compressedFiles[path] ?? files[path] : files[path]
  }

  private static let compressedFiles = files.compactMapValues(\.compressed)

  private static let files: [String: SiteResponse] = [
    "/": SiteResponse(PackageResources.index_html, type: "text/html; charset=utf-8"),
    "/page.css": SiteResponse(PackageResources.page_css, type: "text/css; charset=utf-8"),
    "/page.js": script(PackageResources.page_js),
    "/connection.js": script(PackageResources.connection_js),
    "/words.js": script(PackageResources.words_js),
    "/units.js": script(PackageResources.units_js),
    "/state.js": script(PackageResources.state_js),
    "/figures.js": script(PackageResources.figures_js),
    "/watches.js": script(PackageResources.watches_js),
    "/alerts.js": script(PackageResources.alerts_js),
    "/map.js": script(PackageResources.map_js),
    "/mapview.js": script(PackageResources.mapview_js),
    "/trail.js": script(PackageResources.trail_js),
    "/ground.js": script(PackageResources.ground_js),
    "/scenery.js": script(PackageResources.scenery_js),
    "/labels.js": script(PackageResources.labels_js),
    "/sky.js": script(PackageResources.sky_js),
    "/charts.js": script(PackageResources.charts_js),
    "/later.js": script(PackageResources.later_js),
    "/dialogs.js": script(PackageResources.dialogs_js),
    "/history.js": script(PackageResources.history_js),
    "/picture.js": script(PackageResources.picture_js),
    "/qr.js": script(PackageResources.qr_js),
    "/icon.svg": SiteResponse(PackageResources.icon_svg, type: "image/svg+xml"),
    "/land.json": SiteResponse(land, type: "application/json"),
  ]

  private static func script(_ text: [UInt8]) -> SiteResponse {
    SiteResponse(text, type: "text/javascript; charset=utf-8")
  }

  /// The outlines of the land as `[[longitude, latitude, …], …]`, degrees.
  private static var land: [UInt8] {
    let rings = Land.rings.map { ring in
      let numbers = ring.flatMap { [$0.longitude, $0.latitude] }
      return "[\(numbers.map { String($0, decimals: 2) }.joined(separator: ","))]"
    }
    return Array("[\(rings.joined(separator: ","))]\n".utf8)
  }
}
