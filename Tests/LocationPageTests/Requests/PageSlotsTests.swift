// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LocationPage

/// Who is served when there are too many connections.
@Suite struct PageSlotsTests {
  @Test func theOldestThatHasShownNoTokenGoesFirst() {
    var slots = PageSlots<Int>()
    for id in 0..<64 { #expect(slots.take(id, as: .stranger) == nil) }
    // 0 shows the token in time, 1 leaves.
    #expect(slots.take(0, as: .guest) == nil)
    slots.leave(1)
    #expect(slots.take(100, as: .stranger) == nil)
    #expect(slots.take(101, as: .stranger) == nil)
    #expect(slots.take(102, as: .stranger) == 2)
    #expect(slots.take(103, as: .stranger) == 3)
  }

  @Test func aCrowdOfStrangersTakesNoPlaceOfTheOwnersOrOfGuests() {
    var slots = PageSlots<Int>()
    for id in 0..<10_000 {
      _ = slots.take(id, as: .unknown)
      _ = slots.take(id, as: .stranger)
    }
    for id in 10_000..<10_128 {
      #expect(slots.take(id, as: .unknown) == nil)
      #expect(slots.take(id, as: .owner) == nil)
    }
    for id in 20_000..<20_128 {
      _ = slots.take(id, as: .stranger)
      #expect(slots.take(id, as: .guest) == nil)
    }
    #expect(slots.take(30_000, as: .owner) == 30_000)
    #expect(slots.take(30_001, as: .guest) == 30_001)
  }

  /// A handler may lie where one lay that has just been closed, and has its identifier then.
  @Test func theNewestIsServedIfItHasTheIdentifierOfTheOneThatMadeRoom() {
    var slots = PageSlots<Int>()
    for id in 0..<64 { _ = slots.take(id, as: .stranger) }
    #expect(slots.take(100, as: .stranger) == 0)
    #expect(slots.take(0, as: .stranger) == 1)
    #expect(slots.take(1, as: .stranger) == 2)
  }

  @Test func aConnectionThatStaysTheSameKeepsItsPlace() {
    var slots = PageSlots<Int>()
    for id in 0..<128 { _ = slots.take(id, as: .guest) }
    #expect(slots.take(5, as: .guest) == nil)
  }
}
