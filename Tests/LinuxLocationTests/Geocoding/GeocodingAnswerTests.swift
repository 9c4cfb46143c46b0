// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import LinuxLocation

@Suite struct GeocodingAnswerTests {
  @Test(arguments: try HostileFile.all("nested"))
  func refusesAnswersThatAreNestedTooDeep(file: HostileFile) {
    #expect(GeocodingServer.Kind.nominatim.places(in: file.bytes, now: Date()) == nil)
    #expect(GeocodingServer.Kind.photon.places(in: file.bytes, now: Date()) == nil)
  }

  /// Two of three would otherwise be taken for a place.
  @Test(arguments: ["8.5,47.4", "null,8.5,47.4", "\"east\",8.5,47.4"])
  func aPlaceHasNumbersOnly(coordinates: String) throws {
    let answer = """
      {"features":[{"geometry":{"coordinates":[\(coordinates)]},"properties":{"name":"Oerlikon"}}]}
      """
    let places = try #require(
      GeocodingServer.Kind.photon.places(in: Array(answer.utf8), now: Date()))
    #expect(places.count == (coordinates == "8.5,47.4" ? 1 : 0))
  }
}
