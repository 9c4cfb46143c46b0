// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import Testing

@testable import LinuxLocation

/// The towns that a map names.
@Suite struct LargestTownsTests {
  let towns: LargestTowns

  init() throws { towns = LargestTowns(try #require(GazetteerFile.shared)) }

  @Test func theLargestComeFirst() {
    let around = LargestTowns.Area(south: 47.4, north: 47.7, west: 9.3, east: 9.9)
    let found = towns.towns(in: around, most: 5)
    #expect(found.count == 5)
    #expect(found.map(\.name).contains("Dornbirn") && found.map(\.name).contains("Friedrichshafen"))
    let people = found.map { $0.population ?? 0 }
    #expect(people == people.sorted(by: >))
  }

  @Test func areasMayCrossTheAntimeridian() {
    // Suva is at 178.4° E, and here at 178.4 or, a turn further, at -181.6.
    for (west, east, longitude) in [(175.0, 190.0, 178.4), (-185, -170, -181.6), (535, 550, 538.4)]
    {
      let found = towns.towns(
        in: LargestTowns.Area(south: -20, north: -15, west: west, east: east), most: 50)
      #expect(found.first { $0.name == "Suva" }.map { abs($0.longitude - longitude) < 0.1 } == true)
    }
  }

  @Test func theOceanHasNone() {
    #expect(towns.towns(in: .init(south: -40, north: -30, west: -140, east: -120), most: 5).isEmpty)
  }
}
