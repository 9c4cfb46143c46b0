// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import TestSupport
import Testing

@Suite struct SatelliteSetTests {
  @Test func countsEachSatelliteOnce() {
    var set = SatelliteSet()
    #expect(set.isEmpty)
    #expect(set.count == 0)
    for system in SatelliteSystem.allCases {
      for number in 1...64 as ClosedRange<UInt16> {
        let satellite = SatelliteID(system: system, number: number)
        #expect(!set.contains(satellite))
        set.insert(satellite)
        set.insert(satellite)
        #expect(set.contains(satellite))
      }
    }
    #expect(set.count == 8 * 64)
    #expect(!set.isEmpty)
  }

  @Test func agreesWithASetOfTheLibrary() {
    var random = SeededGenerator(seed: 3)
    var set = SatelliteSet()
    var model: Set<SatelliteID> = []
    for _ in 0..<300 {
      let satellite = SatelliteID(
        system: SatelliteSystem.allCases.randomElement(using: &random) ?? .gps,
        number: UInt16.random(in: 1...64, using: &random))
      set.insert(satellite)
      model.insert(satellite)
      #expect(set.count == model.count)
    }
  }

  @Test func theNumbersOfSBASDoNotCollide() {
    // 33…64 and 65…71, which are ranging codes 120…158.
    var set = SatelliteSet()
    for number in 33...71 as ClosedRange<UInt16> {
      set.insert(SatelliteID(system: .sbas, number: number))
    }
    #expect(set.count == 39)
  }

  @Test func numbersWithoutAPlaceDoNoHarm() {
    var set = SatelliteSet()
    for number in [0, 65, .max] as [UInt16] {
      set.insert(SatelliteID(system: .unknown, number: number))
    }
    #expect((1...3).contains(set.count))
  }
}
