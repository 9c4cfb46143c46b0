// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import GPSTool

@Suite struct VersionTests {
  @Test func isThatOfTheChangelog() throws {
    let text = try Repository.text("CHANGELOG.md")
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
