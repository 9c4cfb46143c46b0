// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import TestSupport
import Testing

@testable import gps

@Suite struct PictureFormatTests {
  @Test(
    arguments: [
      ("a name", "drive.svg", .svg), ("in capitals", "DRIVE.PNG", .png),
      ("in a folder with a dot", "my.pictures/a.b.png", .png), ("standard output", "-", .svg),
      ("a device", "/dev/null", .svg),
    ] as [(String, String, PictureFormat)])
  func followsTheName(why: String, name: String, format: PictureFormat) throws {
    #expect(try PictureFormat(output: name) == format, "\(why)")
  }

  @Test(
    arguments: ["drive.jpg", "drive", "drive.", "png", "a.png/drive", "x.pdf", "a\u{1B}[2J.gif"])
  func refusesAnyOtherName(name: String) {
    let failure = #expect(throws: Failure.self) { try PictureFormat(output: name) }
    #expect(failure?.exitCode == 64)
    #expect(failure?.description.contains("neither with .svg nor with .png") == true)
    #expect(failure?.description.contains("\u{1B}") == false)
  }
}
