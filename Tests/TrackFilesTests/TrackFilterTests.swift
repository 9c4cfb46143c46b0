// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry
import Testing

@testable import TrackFiles

@Suite struct TrackFilterTests {
  /// Returns the chosen fixes of a track north with one fix a second, 0.001° (110.6 m at the equator) apart.
  ///
  /// The accuracy of a fix in meters is its second; the fix at second 9 has none.
  private func chosen(_ filter: TrackFilter, segments: [Range<Int>] = [0..<10]) -> [[Int]] {
    var filter = filter
    var chosen: [[Int]] = []
    for segment in segments {
      for second in segment {
        var fix = WrittenTrack.fix(Double(second), Double(second) / 1000, 0)
        fix.horizontalAccuracy = second == 9 ? nil : Double(second)
        switch filter.decide(fix, begins: second == segment.lowerBound) {
        case .begins: chosen.append([second])
        case .follows: chosen[chosen.count - 1].append(second)
        case .leftOut: break
        }
      }
    }
    return chosen
  }

  private let noon: Int64 = 1_749_988_800_000_000_000

  @Test func choosesAllUnlessTold() { #expect(chosen(TrackFilter()) == [Array(0..<10)]) }

  @Test func choosesByTime() {
    var filter = TrackFilter()
    filter.start = noon + 2_000_000_000
    filter.end = noon + 4_000_000_000
    #expect(chosen(filter) == [[2, 3, 4]])
  }

  /// 0.001° are 110.6 m at the equator; what leaves the circle and comes back is another segment.
  @Test func choosesByPlaceAndInterruptsTheTrackOutsideOfIt() {
    var filter = TrackFilter()
    filter.circle = Circle(latitude: 0.002, longitude: 0, radius: 120)
    #expect(chosen(filter) == [[1, 2, 3]])
    #expect(chosen(filter, segments: [0..<4, 2..<5]) == [[1, 2, 3], [2, 3]])
  }

  @Test func aTrackThatComesBackIntoAPlaceIsInterrupted() {
    var filter = TrackFilter()
    filter.circle = Circle(latitude: 0, longitude: 0, radius: 200)
    let verdicts = [0, 0.001, 0.01, 0.001, 0].enumerated().map { second, latitude in
      filter.decide(WrittenTrack.fix(Double(second), latitude, 0), begins: second == 0)
    }
    #expect(verdicts == [.begins, .follows, .leftOut, .begins, .follows])
  }

  @Test func choosesByAccuracyAndDistrustsTheUnknown() {
    var filter = TrackFilter()
    filter.accuracy = 3
    #expect(chosen(filter) == [[0, 1, 2, 3]])
    filter.accuracy = 100
    #expect(chosen(filter) == [Array(0..<9)])
  }

  @Test func choosesOneInAWhileFromTheStartOfEachSegment() {
    var filter = TrackFilter()
    filter.interval = 3
    #expect(chosen(filter, segments: [0..<5, 5..<10]) == [[0, 3], [5, 8]])
  }

  @Test func choosesOneInSoManyMeters() {
    var filter = TrackFilter()
    filter.distance = 200
    #expect(chosen(filter) == [[0, 2, 4, 6, 8]])
  }

  /// If the first fix of a segment is left out, the segment begins with the first fix that is kept.
  @Test func keepsSegmentsApart() {
    var filter = TrackFilter()
    filter.start = noon + 1_000_000_000
    #expect(chosen(filter, segments: [0..<3, 3..<5]) == [[1, 2], [3, 4]])
    filter.start = noon + 4_000_000_000
    #expect(chosen(filter, segments: [0..<3, 3..<6]) == [[4, 5]])
  }
}
