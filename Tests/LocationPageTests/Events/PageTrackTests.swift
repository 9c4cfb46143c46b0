// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Testing

@testable import LocationPage

@Suite struct PageTrackTests {
  private static func fix(_ number: Int) -> Fix {
    Fix(time: FixTime(nanosecondsSince1970: 0), latitude: Double(number) / 1e6, longitude: 9)
  }

  @Test func keepsTheWholeWayInFewerPoints() throws {
    var track = PageTrack()
    for number in 0..<100_000 { track.received(Self.fix(number)) }
    #expect(track.count <= PageTrack.most)
    #expect(track.count > PageTrack.most / 4)
    let points = try #require(track.segments.first)
    #expect(track.segments.count == 1)
    #expect(points[0].latitude == 0)
    #expect(try #require(points.last).latitude > 0.0999)
    // The points are evenly spaced: no step is much longer than the others.
    let steps = zip(points, points.dropFirst()).map { $1.latitude - $0.latitude }
    #expect(try #require(steps.max()) <= 64.5e-6)
  }

  @Test func forgetsTheOldestOfATrackThatIsAllOutages() {
    var track = PageTrack()
    for number in 0..<20_000 {
      track.received(Self.fix(number))
      track.interrupt()
    }
    #expect(track.count <= PageTrack.most)
    #expect(track.segments.last == [.init(latitude: 0.019999, longitude: 9)])
  }

  @Test func keepsFiveMinutesOfHistoryOnceASecond() {
    var recent = RecentFixes()
    for tenth in 0..<10_000 {
      recent.received(Self.fix(tenth), at: .milliseconds(tenth * 100))
    }
    #expect((295...335).contains(recent.entries.count))
    #expect(recent.entries.allSatisfy { $0.time >= .seconds(699) })
  }
}
