// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import HTTPSites
import LocationJSON
import Testing

@testable import LocationPage

/// The parts of the map that the page serves.
@Suite struct PageMapTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

  @Test func servesTheTilesOfAFile() {
    let map = PageMap { $0.zoom == 3 ? Self.png : $0.zoom == 4 ? Array("<b>".utf8) : nil }
    let tile = map.response("/tiles/3/1/2")
    #expect(tile.status == 200 && tile.contentType == "image/png" && tile.body == Self.png)
    for path in [
      "/tiles/2/1/2", "/tiles/3/8/0", "/tiles/3/1", "/tiles/", "/tiles/3/1/2.png", "/tiles/4/0/0",
    ] {
      #expect(map.response(path).status == 404, "\(path)")
    }
  }

  @Test func namesNoTownWithoutTheirFile() {
    #expect(PageMap().response("/towns/3/1/2").body == Array("[]\n".utf8))
    #expect(PageMap().response("/towns/3/9/2").status == 404)
  }

  @Test func letsBrowsersShowOwnTilesAndNoOthers() throws {
    let tiles = MapTiles(ofFileWith: 2...9, attribution: "© A")
    #expect(
      String(decoding: MapTiles.document(tiles), as: UTF8.self).contains(
        #""tiles":"/tiles/{z}/{x}/{y}","attribution":"© A","minZoom":2,"maxZoom":9"#))
    let headers = SiteResponse.protection(tiles)
    #expect(
      headers.first { $0.name == "Content-Security-Policy" }?.value.contains(
        "img-src 'self' blob:;") == true)
    #expect(headers.first { $0.name == "Referrer-Policy" }?.value == "no-referrer")
  }
}
