// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import Testing

@Suite struct TileNumberTests {
  @Test func countsRowsFromBothSides() throws {
    #expect(try #require(TileNumber(zoom: 0, column: 0, row: 0)).rowFromSouth == 0)
    // 2¹⁰ − 1 − 358
    #expect(try #require(TileNumber("10/539/358")).rowFromSouth == 665)
  }

  @Test(arguments: [
    "", "1", "1/0", "1/2/0", "1/0/2", "23/0/0", "-1/0/0", "1/-1/0", "1/0/0/0", "1/0/0.png", "1//0",
    "a/0/0", "1/0/999999999999999999999", "+1/0/0", "../../etc",
  ])
  func refuses(_ text: String) { #expect(TileNumber(text) == nil) }

  @Test func recognizesPicturesByTheirFirstBytes() {
    #expect(PictureKind([0x89, 0x50, 0x4E, 0x47, 13]) == .png)
    #expect(PictureKind([0xFF, 0xD8, 0xFF, 0xE0])?.mediaType == "image/jpeg")
    #expect(PictureKind(Array("RIFF1234WEBPVP8 ".utf8)) == .webp)
    for bytes in [[], Array("RIFF".utf8), Array("<script>".utf8), [0x1F, 0x8B, 8]] {
      #expect(PictureKind(bytes) == nil)
    }
  }
}
