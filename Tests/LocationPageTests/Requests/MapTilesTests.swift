// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationService
import Testing

@testable import LocationPage

@Suite struct MapTilesTests {
  @Test func knowsTheServer() throws {
    let tiles = try MapTiles("http://127.0.0.1:8080/{z}/{x}/{y}.png")
    #expect(tiles.origin == "http://127.0.0.1:8080")
    #expect(tiles.attribution == "Map: 127.0.0.1:8080")
    #expect(
      String(decoding: MapTiles.document(tiles), as: UTF8.self)
        == #"{"tiles":"http://127.0.0.1:8080/{z}/{x}/{y}.png","attribution":"Map: 127.0.0.1:8080"}"#
    )
    #expect(String(decoding: MapTiles.document(nil), as: UTF8.self) == "{}")
    #expect(try MapTiles("https://a/{z}/{x}/{y}", attribution: "© them").attribution == "© them")
  }

  @Test(
    arguments: [
      ("no scheme", "tile.example.org/{z}/{x}/{y}.png"), ("another", "ftp://a/{z}/{x}/{y}.png"),
      ("no server", "https:///{z}/{x}/{y}.png"),
      ("a server of many names", "https://{s}.a/{z}/{x}/{y}"),
      ("a password", "https://me:secret@a/{z}/{x}/{y}"), ("no zoom", "https://a/{x}/{y}.png"),
      ("an end of the policy", "https://a; script-src */{z}/{x}/{y}"),
      ("a new header", "https://a/{z}/{x}/{y}\r\nX: y"), ("a space", "https://a b/{z}/{x}/{y}"),
    ])
  func refusesWhatIsNoAddress(why: String, template: String) {
    #expect(throws: ServiceError.self) { try MapTiles(template) }
  }
}
