// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import TestSupport
import Testing

@testable import TrackStore

/// What is kept of a track for questions about months and years.
@Suite struct TrackSketchTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.path + "/positions.sqlite"
  }

  /// 15 June 2025, 12:00 UTC, which is the beginning of a quarter of an hour, nanoseconds since 1970.
  private static let noon: Int64 = 1_749_988_800_000_000_000

  /// Returns a fix some seconds after noon, so many meters north of 47° N, where a degree of latitude is 111,170 m.
  private func fix(_ second: Int64, north: Double, speed: Double? = nil) -> Fix {
    var fix = Fix.sample(second, latitude: 47 + north / 111_170, longitude: 9)
    fix.speed = speed
    return fix
  }

  private func places(_ from: Int64, _ until: Int64) throws -> [SketchedPlace] {
    var places: [SketchedPlace] = []
    _ = try PositionStore(reading: path).sketch(
      from: Self.noon + from * 1_000_000_000, until: Self.noon + until * 1_000_000_000
    ) { places.append($0) }
    return places
  }

  @Test func aBerthIsOnePlaceAndAPassageOneEveryTenSeconds() {
    var berth = TrackSketch()
    var passage = TrackSketch()
    for second in 0..<900 as Range<Int64> {
      berth.received(fix(second, north: Double(second % 3)))
      passage.received(fix(second, north: Double(second) * 3, speed: 3))
    }
    #expect(berth.places.count == 1 && berth.topSpeed == nil)
    #expect(berth.places[0].end - berth.places[0].start == 899)
    #expect(passage.places.count == 60 && passage.topSpeed == 3)
  }

  @Test func aGapIsNoStayAndWhatShouldNotBeTrustedIsLeftOut() {
    var sketch = TrackSketch()
    sketch.received(fix(0, north: 0))
    sketch.received(fix(300, north: 0))
    var spoofed = fix(301, north: 9000)
    spoofed.warnings = FixWarnings(.positionJump)
    sketch.received(spoofed)
    var vague = fix(302, north: 200)
    vague.horizontalAccuracy = 76
    sketch.received(vague)
    #expect(sketch.places.map { $0.end - $0.start } == [0, 0])
  }

  @Test func aRowSaysWhatTheSketchDoes() {
    var sketch = TrackSketch()
    for second in 0..<900 as Range<Int64> {
      sketch.received(fix(second, north: Double(second) * 3))
    }
    let quarter = Self.noon / 900_000_000_000
    var read: [SketchedPlace] = []
    let isRight = sketch.bytes(in: quarter).withUnsafeBytes { bytes in
      TrackSketch.read(bytes, in: quarter) { read.append($0) }
    }
    #expect(isRight && read.count == 60)
    var ruler = Ruler()
    for (one, other) in zip(read, sketch.places) {
      #expect(abs(one.start - other.start) < 0.1 && ruler.distance(one, other) < 0.02)
    }
  }

  @Test(
    arguments: [
      ("half a place", [0, 0, 0, 0, 0, 0]),
      ("a place that ends before it begins", [9, 0, 8, 0] + [0, 0, 0, 0, 0, 0, 0, 0]),
      ("a place after the quarter", [0xFF, 0xFF, 0xFF, 0xFF] + [0, 0, 0, 0, 0, 0, 0, 0]),
      ("beyond the pole", [0, 0, 0, 0] + [0, 0, 0, 0x7F, 0, 0, 0, 0]),
    ] as [(String, [UInt8])])
  func refusesWhatItCannotHaveWritten(name: String, bytes: [UInt8]) {
    let isRight = bytes.withUnsafeBytes { TrackSketch.read($0, in: 0) { _ in } }
    #expect(!isRight, "\(name)")
  }

  @Test func sketchesAreKeptInWhateverOrderFixesAreStored() throws {
    let fixes = (0..<3000 as Range<Int64>).map { fix($0, north: Double($0) * 3, speed: 3) }
    let inOrder = try PositionStore(path: path)
    for first in stride(from: 0, to: 3000, by: 10) {
      try inOrder.append([], track: Array(fixes[first..<first + 10]))
    }
    let expected = try places(0, 3000)
    #expect(expected.count == 200)
    let other = folder.path + "/other.sqlite"
    let backwards = try PositionStore(path: other)
    for first in stride(from: 2500, through: 0, by: -500) {
      try backwards.append([], track: Array(fixes[first..<first + 500]))
    }
    var places: [SketchedPlace] = []
    _ = try backwards.sketch(from: Self.noon, until: Self.noon + 3_000_000_000_000) {
      places.append($0)
    }
    #expect(places == expected)
  }

  @Test func aFileOfTheSecondVersionIsSketchedOnceWithProgress() throws {
    let old = try CraftedStore()
    do {
      let store = try PositionStore(path: old.path)
      try store.append([], track: (0..<3000).map { fix($0 + 100, north: Double($0) * 3) })
    }
    try old.run("DROP TABLE track_quarter; PRAGMA user_version = 2")
    #expect(try PositionStore(reading: old.path).lacksSketches)
    let parts = Counted()
    _ = try PositionStore(path: old.path) { part in parts.add(part) }
    #expect(parts.all.count == 3 && parts.all.allSatisfy { (0...1).contains($0) })
    let store = try PositionStore(reading: old.path)
    #expect(try !store.lacksSketches)
    var count = 0
    _ = try store.sketch(from: Self.noon, until: Self.noon + 4_000_000_000_000) { _ in count += 1 }
    #expect(count > 190)
  }

  @Test func nothingOfWhatIsDeletedStaysInASketch() throws {
    let store = try PositionStore(path: path)
    store.keepTrack(for: .seconds(1000))
    for first in stride(from: 0, to: 6000 as Int64, by: 500) {
      try store.append([], track: (first..<first + 500).map { fix($0, north: Double($0)) })
    }
    #expect(try places(0, 6000).allSatisfy { $0.start * 1e9 >= Double(Self.noon) + 4.4e12 })
  }
}

/// What a closure was called with, from any thread.
private final class Counted: Sendable {
  private let parts = Mutex<[Double]>([])
  var all: [Double] { parts.withLock { $0 } }
  func add(_ part: Double) { parts.withLock { $0.append(part) } }
}
