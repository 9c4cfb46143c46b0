// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import HTTPSites

/// Who is served metrics when there are too many connections.
@Suite struct MetricsSlotsTests {
  @Test func aCrowdOfOneUserLosesItsOwnPlaces() {
    var slots = MetricsSlots<Int>()
    #expect(slots.take(0, as: .user(107)) == nil)
    for id in 1...63 { #expect(slots.take(id, as: .user(1234)) == nil) }
    for id in 64..<10_000 { #expect(slots.take(id, as: .user(1234)) == id - 63) }
  }

  @Test func aCrowdThatIsNotKnownYetTakesNoPlaceOfTheOthers() {
    var slots = MetricsSlots<Int>()
    for id in 0..<255 { #expect(slots.take(id, as: .unknown) == nil && !slots.isCrowded) }
    // The others wait outside.
    #expect(slots.take(255, as: .unknown) == nil && slots.isCrowded)
    #expect(slots.take(0, as: .machine("192.0.2.1")) == nil && !slots.isCrowded)
    #expect(slots.take(256, as: .unknown) == nil && slots.isCrowded)
    slots.leave(1)
    #expect(!slots.isCrowded)
  }

  @Test func aConnectionThatLeavesMakesRoom() {
    var slots = MetricsSlots<Int>()
    for id in 0..<64 { #expect(slots.take(id, as: .user(1)) == nil) }
    slots.leave(5)
    #expect(slots.take(100, as: .user(1)) == nil)
    #expect(slots.take(101, as: .user(1)) == 0)
  }
}
