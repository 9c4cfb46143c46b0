// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import HTTPSites

/// Who is served metrics when there are too many connections.
@Suite struct MetricsPlacesTests {
  @Test func aCrowdOfOneUserLosesItsOwnPlaces() {
    var places = MetricsPlaces<Int>()
    #expect(places.take(0, as: .user(107)) == nil)
    for id in 1...63 { #expect(places.take(id, as: .user(1234)) == nil) }
    for id in 64..<10_000 { #expect(places.take(id, as: .user(1234)) == id - 63) }
  }

  @Test func aCrowdThatIsNotKnownYetTakesNoPlaceOfTheOthers() {
    var places = MetricsPlaces<Int>()
    for id in 0..<255 { #expect(places.take(id, as: .unknown) == nil && !places.isCrowded) }
    // The others wait outside.
    #expect(places.take(255, as: .unknown) == nil && places.isCrowded)
    #expect(places.take(0, as: .machine("192.0.2.1")) == nil && !places.isCrowded)
    #expect(places.take(256, as: .unknown) == nil && places.isCrowded)
    places.leave(1)
    #expect(!places.isCrowded)
  }

  @Test func aConnectionThatLeavesMakesRoom() {
    var places = MetricsPlaces<Int>()
    for id in 0..<64 { #expect(places.take(id, as: .user(1)) == nil) }
    places.leave(5)
    #expect(places.take(100, as: .user(1)) == nil)
    #expect(places.take(101, as: .user(1)) == 0)
  }
}
