// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The track: queries by time and place.

import GNSS
import LocationGeometry
import TestSupport
import Testing
import TrackStore

@Suite struct TrackTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.path + "/positions.sqlite"
  }

  private static let noon: Int64 = 1_749_988_800_000_000_000

  @Test func losesNothingOfAFix() throws {
    let fixes = [try Fix.complete, .sample(0)]
    try PositionStore(path: path).append([], track: fixes)
    #expect(try self.fixes(TrackQuery()) == fixes)
  }

  @Test func isInTheOrderOfTimesWithoutDoubles() throws {
    let store = try PositionStore(path: path)
    var changed = Fix.sample(2)
    changed.latitude = 1
    #expect(try store.append([], track: [.sample(3), .sample(1), .sample(2), changed]) == 3)
    #expect(try store.append([], track: [.sample(2), .sample(1), .sample(0)]) == 1)
    #expect(try fixes(TrackQuery()) == (0..<4).map { .sample($0) })
  }

  @Test func leavesOutWhatHasNoPlaceInTime() throws {
    var undated = Fix.sample(0)
    undated.time?.date = nil
    var early = Fix.sample(0)
    early.time?.date = CivilDate(year: 1969, month: 12, day: 31)
    try PositionStore(path: path).append([], track: [undated, early, .sample(1)])
    #expect(try fixes(TrackQuery()) == [.sample(1)])
  }

  @Test(
    arguments: [
      ("everything", nil, nil, 0...9),
      ("from a fix on", 3_000_000_000, nil, 3...9),
      ("from a nanosecond later", 3_000_000_001, nil, 4...9),
      ("up to a fix", nil, 6_000_000_000, 0...6),
      ("up to a nanosecond before", nil, 5_999_999_999, 0...5),
      ("both", 2_999_999_999, 3_000_000_000, 3...3),
    ] as [(String, Int64?, Int64?, ClosedRange<Int64>)])
  func findsTimes(
    _ name: String, _ start: Int64?, _ end: Int64?, _ seconds: ClosedRange<Int64>
  ) throws {
    try PositionStore(path: path).append([], track: (0..<10).map { .sample($0) })
    let query = TrackQuery(
      start: start.map { Self.noon + $0 }, end: end.map { Self.noon + $0 })
    #expect(try fixes(query) == seconds.map { .sample($0) })
  }

  /// The distances are those of GeographicLib's GeodSolve.
  @Test(
    arguments: [
      ("a degree east at the equator: 111,319.4908 m", 0, 0, 0, 1, 111_319.491, true),
      ("a millimeter less", 0, 0, 0, 1, 111_319.490, false),
      ("across the antimeridian: 55,659.7454 m", 0, 179.75, 0, -179.75, 55_659.746, true),
      ("not quite across it", 0, 179.75, 0, -179.75, 55_659.745, false),
      ("the antimeridian has two names", 10, 180, 10, -180, 0.001, true),
      ("and is the same from the west", 10, -180, 10, 180, 0.001, true),
      ("over the North Pole: 223,387.7298 m", 89, 10, 89, -170, 223_387.730, true),
      ("not quite over it", 89, 10, 89, -170, 223_387.729, false),
      ("over the South Pole", -89, 10, -89, -170, 223_387.730, true),
      ("at the pole longitudes are nothing", 90, 0, 90, 123, 0.001, true),
      ("the other end of the Earth", 0, 0, 0, 180, 20_003_932, true),
      ("not quite", 0, 0, 0, 180, 20_003_931, false),
    ] as [(String, Double, Double, Double, Double, Double, Bool)])
  func findsPlaces(
    _ name: String, _ latitude: Double, _ longitude: Double, _ otherLatitude: Double,
    _ otherLongitude: Double, _ radius: Double, _ isNear: Bool
  ) throws {
    let fix = Fix.sample(0, latitude: otherLatitude, longitude: otherLongitude)
    try PositionStore(path: path).append([], track: [fix])
    let circle = Circle(latitude: latitude, longitude: longitude, radius: radius)
    #expect(try fixes(TrackQuery(circle: circle)) == (isNear ? [fix] : []))
  }

  /// Compares the result with a scan of all fixes, anywhere on Earth, and mostly near the poles and the antimeridian.
  @Test func findsTheSamePlacesAsLookingAtAll() throws {
    var generator = SeededGenerator(seed: 7)
    func place() -> (Double, Double) {
      let latitudes = [-90, -89.99, -89, 0, 47.5, 89, 89.99, 90].randomElement(using: &generator)
      let longitudes = [-180, -179.9, 0, 9.7, 179.9, 180].randomElement(using: &generator)
      let latitude = (latitudes ?? 0) + .random(in: -0.5...0.5, using: &generator)
      let longitude = (longitudes ?? 0) + .random(in: -0.5...0.5, using: &generator)
      return (min(90, max(-90, latitude)), min(180, max(-180, longitude)))
    }
    let all = (0..<2000).map { number in
      let (latitude, longitude) = place()
      return Fix.sample(Int64(number) * 17, latitude: latitude, longitude: longitude)
    }
    let store = try PositionStore(path: path)
    // In two halves that share minutes.
    try store.append([], track: all.enumerated().filter { $0.offset % 2 == 0 }.map(\.element))
    try store.append([], track: all.enumerated().filter { $0.offset % 2 == 1 }.map(\.element))
    for radius in [10.0, 5000, 60_000, 120_000, 9_000_000, 15_000_000] {
      for _ in 0..<20 {
        let (latitude, longitude) = place()
        let circle = Circle(latitude: latitude, longitude: longitude, radius: radius)
        let near = all.filter {
          Geodesic.distance(
            fromLatitude: latitude, longitude: longitude, toLatitude: $0.latitude,
            longitude: $0.longitude) <= radius
        }
        #expect(try fixes(TrackQuery(circle: circle), of: store) == near)
      }
    }
  }

  @Test func findsTimesAndPlacesTogether() throws {
    let store = try PositionStore(path: path)
    // There and back again, a hundredth of a degree a minute.
    let fixes = (0..<200).map { minute in
      Fix.sample(Int64(minute) * 60, latitude: 47 + Double(min(minute, 200 - minute)) / 100)
    }
    try store.append([], track: fixes)
    let circle = Circle(latitude: 47.5, longitude: 9.6833, radius: 2300)
    #expect(
      try self.fixes(TrackQuery(circle: circle)) == Array(fixes[48...52] + fixes[148...152]))
    let query = TrackQuery(
      start: Self.noon + 51 * 60_000_000_000, end: Self.noon + 149 * 60_000_000_000,
      circle: circle)
    #expect(try self.fixes(query) == Array(fixes[51...52] + fixes[148...149]))
  }

  /// A track from which fixes have been trimmed no longer contains their places either.
  @Test func forgetsPlacesWithTheirFixes() throws {
    let store = try PositionStore(path: path)
    try store.append([], track: (0..<1000).map { .sample($0, latitude: Double($0) / 100) })
    store.keepTrack(for: .seconds(90))
    try store.append([], track: [.sample(1000, latitude: 10)])
    let near = TrackQuery(circle: Circle(latitude: 1, longitude: 9.6833, radius: 50_000))
    #expect(try fixes(near) == [])
    #expect(try fixes(TrackQuery()).count == 92)
  }

  @Test func whatTheBodyThrowsEndsIt() throws {
    struct Enough: Error {}
    let store = try PositionStore(path: path)
    try store.append([], track: (0..<10).map { .sample($0) })
    var count = 0
    #expect(throws: Enough.self) {
      try store.track { _ in
        count += 1
        if count == 3 { throw Enough() }
      }
    }
    #expect(count == 3)
    try store.append([], track: [.sample(10)])
    #expect(try fixes(TrackQuery(), of: store).count == 11)
  }

  private func fixes(_ query: TrackQuery, of store: PositionStore? = nil) throws -> [Fix] {
    var fixes: [Fix] = []
    try (try store ?? PositionStore(reading: path)).track(query) { fixes.append($0) }
    return fixes
  }
}
