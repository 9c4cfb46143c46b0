// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import gps

@Suite struct VersionTests {
  @Test func isThatOfTheChangelog() throws {
    let changelog = URL(filePath: #filePath).appending(path: "../../../CHANGELOG.md").standardized
    let text = try String(contentsOf: changelog, encoding: .utf8)
    let releases = text.split(separator: "\n").filter { $0.hasPrefix("## [") }.map {
      String($0.dropFirst(4).prefix { $0 != "]" })
    }
    let newest = try #require(releases.first)
    if newest == "Unreleased" {
      #expect(Version.current.hasSuffix("-dev"))
      #expect(!releases.contains(String(Version.current.dropLast(4))), "that is out already")
    } else {
      #expect(Version.current == newest)
    }
  }
}
