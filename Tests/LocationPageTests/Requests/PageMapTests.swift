// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import HTTPSites
import Testing

@testable import LocationPage

/// The parts of the map that the page serves.
@Suite struct PageMapTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

  @Test func servesTheTilesOfAFile() {
    let map = PageMap { $0.zoom == 3 ? Self.png : $0.zoom == 4 ? Array("<b>".utf8) : nil }
    let tile = map.response("/tiles/3/1/2")
    #expect(tile.status == 200 && tile.contentType == "image/png" && tile.body == Self.png)
    for path in ["/tiles/3/8/0", "/tiles/3/1", "/tiles/", "/tiles/3/1/2.png"] {
      #expect(map.response(path).status == 404, "\(path)")
    }
  }

  /// Missing tiles would otherwise be errors on the browser's console, many of them at the edge of a map.
  @Test func answersWithNothingWhereATileIsMissing() {
    let map = PageMap { $0.zoom == 4 ? Array("<b>".utf8) : nil }
    for path in ["/tiles/2/1/2", "/tiles/4/0/0"] {
      #expect(map.response(path).status == 204 && map.response(path).body.isEmpty, "\(path)")
    }
  }

  @Test func namesNoTownWithoutTheirFile() {
    #expect(PageMap().response("/towns/3/1/2").body == Array("[]\n".utf8))
    #expect(PageMap().response("/towns/47,9,48,10").body == Array("[]\n".utf8))
    for path in [
      "/towns/3/9/2", "/towns/48,9,47,10", "/towns/47,9,48", "/towns/47,9,48,nan", "/towns/",
      "/towns/100,0,200,10", "/towns/-200,0,-100,10", "/towns/90,0,91,10", "/towns/1,0,1,10",
    ] {
      #expect(PageMap().response(path).status == 404, "\(path)")
    }
  }

  @Test func letsBrowsersShowOwnTilesAndNoOthers() throws {
    let tiles = MapTiles(ofFileWith: 2...9, attribution: "© A")
    #expect(
      String(decoding: MapTiles.document(tiles, .nautical), as: UTF8.self).contains(
        #""units":"nautical","tiles":"/tiles/{z}/{x}/{y}","attribution":"© A","minZoom":2,"maxZoom":9"#
      ))
    let headers = SiteResponse.protection(tiles)
    #expect(
      headers.first { $0.name == "Content-Security-Policy" }?.value.contains(
        "img-src 'self' blob:;") == true)
    #expect(headers.first { $0.name == "Referrer-Policy" }?.value == "no-referrer")
  }
}
