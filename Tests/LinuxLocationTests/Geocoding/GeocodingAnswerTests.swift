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
}
