// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LocationAuthorization
import TestSupport
import Testing

@testable import LinuxLocation

@Suite struct GeocodingAnswerTests {
  @Test(arguments: try HostileFile.all("nested"))
  func refusesAnswersThatAreNestedTooDeep(file: HostileFile) {
    #expect(throws: BoundedDecoding.Refusal.self) { try NominatimAnswer(Data(file.bytes)) }
    #expect(throws: BoundedDecoding.Refusal.self) { try PhotonAnswer(Data(file.bytes)) }
  }
}
