// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import NMEA0183
import ReceiverSimulator
import Testing

@Suite struct SkyGeometryTests {
  /// Computed by hand: HᵀH is diag(3/2, 3/2) and [[1, 1], [1, 4]].
  @Test func solvesThreeOnTheHorizonAndOneOverhead() throws {
    let sky = try #require(
      SkyGeometry([(0.0, 0.0), (0, 120), (0, 240), (90, 0)].map { (elevation: $0, azimuth: $1) }))
    #expect((sky.east - sqrt(2.0 / 3)).magnitude < 1e-12)
    #expect((sky.north - sqrt(2.0 / 3)).magnitude < 1e-12)
    #expect((sky.horizontal - 2 / sqrt(3)).magnitude < 1e-12)
    #expect((sky.vertical - 2 / sqrt(3)).magnitude < 1e-12)
    #expect((sky.position - sqrt(8.0 / 3)).magnitude < 1e-12)
  }

  @Test(
    arguments: [
      ("three are too few", [(10, 0), (40, 120), (70, 240)]),
      ("a cone settles nothing", [(30, 0), (30, 90), (30, 180), (30, 270), (30, 45)]),
      ("nothing in sight", []),
    ] as [(String, [(Double, Double)])])
  func isNilWhereNoPositionIsSettled(name: String, directions: [(Double, Double)]) {
    #expect(SkyGeometry(directions.map { (elevation: $0.0, azimuth: $0.1) }) == nil)
  }

  /// At every latitude, over a day, there is always a fix, with dilutions as receivers report them.
  @Test(arguments: [-90.0, -60, -33, 0, 47, 71, 90], [true, false])
  func isPlausibleEverywhere(latitude: Double, isCombined: Bool) throws {
    let configuration = try SimulatedReceiver.Configuration.walk(24) {
      $0.route = .still(SimulatedPosition(latitude: latitude, longitude: 9))
      $0.isCombined = isCombined
      $0.sentences = []
    }
    for hour in 0..<24 {
      var configuration = configuration
      configuration.startTime = try #require(.init(hour: UInt8(hour), minute: 0, second: 0))
      configuration.epochCount = 1
      let epoch = try #require(Simulation(configuration).epochs.first)
      let sky = try #require(epoch.geometry)
      #expect((0.3...(isCombined ? 1.5 : 6)).contains(sky.horizontal))
      #expect((0.4...(isCombined ? 2.5 : 15)).contains(sky.vertical))
      let used = epoch.satellites.filter(\.isUsed)
      #expect(used.count >= (isCombined ? 16 : 4))
      #expect(epoch.satellites.allSatisfy { (5...90).contains($0.elevation) })
      #expect(epoch.satellites.allSatisfy { (0..<360).contains($0.azimuth) })
      #expect(used.allSatisfy { (25...52).contains($0.carrierToNoise ?? 0) })
      for system in Set(used.map(\.system)) {
        #expect(used.count { $0.system == system } <= 12, "GSA has room for twelve")
      }
    }
  }
}
