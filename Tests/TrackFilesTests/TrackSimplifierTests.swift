// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry
import TestSupport
import Testing

@testable import TrackFiles

@Suite struct TrackSimplifierTests {
  private func simplified(_ fixes: [Fix], _ tolerance: Double) -> [Fix] {
    var simplifier = TrackSimplifier(tolerance: tolerance)
    var kept: [Fix] = []
    for fix in fixes { simplifier.append(fix) { kept.append($0) } }
    simplifier.finish { kept.append($0) }
    return kept
  }

  /// 0.00001° is 1.1 m.
  @Test(
    arguments: [
      ("nothing", [], 1.0, []),
      ("a fix alone", [0], 1, [0]),
      ("a straight line", [0, 0, 0, 0, 0], 1, [0, 4]),
      ("a corner", [0, 0, 5, 0, 0], 1, [0, 1, 2, 3, 4]),
      ("a corner within the tolerance", [0, 0, 5, 0, 0], 6, [0, 4]),
      ("no tolerance", [0, 0, 1, 0, 0], 0, [0, 1, 2, 3, 4]),
    ] as [(String, [Double], Double, [Int])])
  func keepsWhatMakesTheLine(why: String, offsets: [Double], tolerance: Double, kept: [Int]) {
    let fixes = offsets.enumerated().map { index, offset in
      WrittenTrack.fix(Double(index), offset / 100_000, Double(index) / 1000)
    }
    #expect(simplified(fixes, tolerance).map(\.time) == kept.map { fixes[$0].time }, "\(why)")
  }

  /// A random walk, longer than one stretch that is simplified at once.
  @Test func leavesNothingOutThatIsFartherThanTheTolerance() throws {
    var generator = SeededGenerator(seed: 18)
    var (latitude, longitude) = (60.0, 179.9)
    let fixes = (0..<10_000).map { second in
      latitude += Double.random(in: -0.000_1...0.000_15, using: &generator)
      longitude += Double.random(in: -0.000_1...0.000_15, using: &generator)
      return WrittenTrack.fix(
        Double(second), latitude, longitude > 180 ? longitude - 360 : longitude)
    }
    let kept = simplified(fixes, 10)
    #expect(kept.count < 5000)
    #expect(kept.first == fixes.first && kept.last == fixes.last)
    let points = kept.map { SurfacePoint(latitude: $0.latitude, longitude: $0.longitude) }
    var leg = 0
    for fix in fixes {
      while leg + 2 < kept.count, fix.seconds(since: kept[leg + 1]) ?? 0 >= 0 { leg += 1 }
      let away = SurfacePoint(latitude: fix.latitude, longitude: fix.longitude).distance(
        toLineFrom: points[leg], to: points[leg + 1])
      try #require(away <= 10)
    }
  }

  /// A straight track of three stretches keeps the end of each, and no fix twice.
  @Test func keepsTheEndOfEachStretchOnce() {
    let fixes = (0..<(3 * TrackSimplifier.stretch)).map {
      WrittenTrack.fix(Double($0), 0, Double($0) / 100_000)
    }
    let kept = simplified(fixes, 1)
    let step = TrackSimplifier.stretch - 1
    #expect(
      kept.map(\.time) == [0, step, 2 * step, 3 * step, fixes.count - 1].map { fixes[$0].time })
  }
}
