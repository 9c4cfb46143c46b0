// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import ReceiverRecording

@Suite struct AreaTests {
  /// Returns the bounding box of positions in order, each given as the fields of a GLL.
  private func area(_ positions: [String]) throws -> Area {
    let bodies = positions.enumerated().map { "GPGLL,\($0.element),12000\($0.offset).00,A" }
    let fixes = fixes(bodies)
    try #require(fixes.count == positions.count)
    return try #require(fixes.reduce(nil) { Area($0, $1) })
  }

  @Test(
    arguments: [
      ("one", ["4730.0,N,00930.0,E"], 47.5...47.5, 9.5...9.5),
      (
        "around the origin", ["0030.0,N,00030.0,E", "0030.0,S,00015.0,W"],
        -0.5...0.5, -0.25...0.5
      ),
      (
        "eastward over the antimeridian", ["1000.0,N,17930.0,E", "1000.0,N,17930.0,W"],
        10...10, 179.5...180.5
      ),
      (
        "westward over the antimeridian", ["1000.0,N,17930.0,W", "1000.0,N,17930.0,E"],
        10...10, -180.5...(-179.5)
      ),
      (
        "there and back", ["1000.0,N,17930.0,E", "1000.0,N,17900.0,W", "1000.0,N,17900.0,E"],
        10...10, 179...181
      ),
      (
        "on from a box beyond it",
        ["1000.0,N,17930.0,E", "1000.0,N,17700.0,W", "1000.0,N,17600.0,W"], 10...10, 179.5...184
      ),
    ] as [(String, [String], ClosedRange<Double>, ClosedRange<Double>)])
  func holdsAllFixes(
    name: String, positions: [String], latitudes: ClosedRange<Double>,
    longitudes: ClosedRange<Double>
  ) throws {
    let area = try area(positions)
    #expect(area.latitudes == latitudes)
    #expect(area.longitudes == longitudes)
  }

  /// A degree of a great circle of 6371 km radius is 111.195 km; at 60° north a parallel is half as long.
  @Test func knowsItsSize() throws {
    let size = try area(["5930.0,N,00900.0,E", "6030.0,N,01000.0,E"]).size
    #expect(abs(size.height - 111_195) < 1)
    #expect(abs(size.width - 55_597.5) < 1)
    let crossing = try area(["5930.0,N,17930.0,E", "6030.0,N,17930.0,W"]).size
    #expect(abs(crossing.width - 55_597.5) < 1)
  }
}
