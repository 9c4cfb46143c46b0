// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LocationPage

/// Who is served when there are too many connections.
@Suite struct PagePlacesTests {
  @Test func theOldestThatHasShownNoTokenGoesFirst() {
    var places = PagePlaces<Int>()
    for id in 0..<64 { #expect(places.take(id, as: .stranger) == nil) }
    // 0 shows the token in time, 1 leaves.
    #expect(places.take(0, as: .guest) == nil)
    places.leave(1)
    #expect(places.take(100, as: .stranger) == nil)
    #expect(places.take(101, as: .stranger) == nil)
    #expect(places.take(102, as: .stranger) == 2)
    #expect(places.take(103, as: .stranger) == 3)
  }

  @Test func aCrowdOfStrangersTakesNoPlaceOfTheOwnersOrOfGuests() {
    var places = PagePlaces<Int>()
    for id in 0..<10_000 {
      _ = places.take(id, as: .unknown)
      _ = places.take(id, as: .stranger)
    }
    for id in 10_000..<10_128 {
      #expect(places.take(id, as: .unknown) == nil)
      #expect(places.take(id, as: .owner) == nil)
    }
    for id in 20_000..<20_128 {
      _ = places.take(id, as: .stranger)
      #expect(places.take(id, as: .guest) == nil)
    }
    #expect(places.take(30_000, as: .owner) == 30_000)
    #expect(places.take(30_001, as: .guest) == 30_001)
  }

  @Test func aConnectionThatStaysTheSameKeepsItsPlace() {
    var places = PagePlaces<Int>()
    for id in 0..<128 { _ = places.take(id, as: .guest) }
    #expect(places.take(5, as: .guest) == nil)
  }
}
