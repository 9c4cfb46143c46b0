// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Testing

@testable import TrackFiles

@Suite struct TrackSegmenterTests {
  /// A degree of latitude is 111 km.
  @Test(
    arguments: [
      ("one a second", [0, 1, 2, 3], [0, 0, 0, 0], nil, [0]),
      ("a few missing", [0, 1, 9, 10], [0, 0, 0, 0], nil, [0]),
      ("a gap", [0, 1, 12, 13], [0, 0, 0, 0], nil, [0, 2]),
      (
        "a logger with one fix in half a minute", [0, 30, 60, 120, 150], [0, 0, 0, 0, 0], nil, [0]
      ),
      ("an hour's pause of it", [0, 30, 60, 3660, 3690], [0, 0, 0, 0, 0], nil, [0, 3]),
      ("time goes back", [5, 6, 2, 3], [0, 0, 0, 0], nil, [0, 2]),
      ("a jump of 222 m at rest", [0, 1, 2, 3], [0, 0, 0.002, 0.002], 0.0, [0, 2]),
      ("the same in an aircraft", [0, 1, 2, 3], [0, 0, 0.002, 0.002], 200.0, [0]),
      ("the same with unknown speed", [0, 1, 2, 3], [0, 0, 0.002, 0.002], nil, [0]),
      ("over the antimeridian", [0, 1], [0, 0], 1.0, [0]),
    ] as [(String, [Double], [Double], Double?, [Int])])
  func findsWhereATrackIsInterrupted(
    why: String, seconds: [Double], latitudes: [Double], speed: Double?, begins: [Int]
  ) {
    var segmenter = TrackSegmenter()
    let found = zip(seconds, latitudes).enumerated().filter { item in
      var fix = WrittenTrack.fix(item.element.0, item.element.1, item.offset == 0 ? 180 : -180)
      fix.speed = speed
      return segmenter.begins(with: fix)
    }
    #expect(found.map(\.offset) == begins, "\(why)")
  }

  @Test func beginsAnewWhenThePositionWasLost() {
    var segmenter = TrackSegmenter()
    let begins = (0..<4).filter { second in
      if second == 2 { segmenter.lost() }
      return segmenter.begins(with: WrittenTrack.fix(Double(second), 0, 0))
    }
    #expect(begins == [0, 2])
  }

  @Test func followsAClockOverMidnightWithoutDates() {
    var segmenter = TrackSegmenter()
    let begins = [43_199.0, 43_200, 43_201].filter { second in
      var fix = WrittenTrack.fix(second, 0, 0)
      fix.time?.date = nil
      return segmenter.begins(with: fix)
    }
    #expect(begins == [43_199])
  }
}
