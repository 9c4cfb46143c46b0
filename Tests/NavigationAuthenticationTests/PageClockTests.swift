// Core Location for Linux. SPDX-License-Identifier: MIT

import NavigationAuthentication
import Testing

struct PageClockTests {
  private func page(_ satellite: Int) throws -> NavigationPage {
    try #require(
      NavigationPage(satellite: satellite, bytes: Array(repeating: 0, count: 30), start: nil))
  }

  /// Pages start at odd seconds, and come after the epoch of the second in which they end.
  @Test(
    arguments: [
      ("in the second in which it ended", 103, 104, 101), ("a second later", 104, 105, 101),
      ("between epochs two seconds apart", 103, 105, 101),
      ("after a lost epoch of an odd second", 104, 106, nil), ("after a pause", 103, 109, nil),
      ("when the clock was set back", 103, 50, nil),
    ] as [(String, Int, Int, Int?)])
  func datesAPage(_ name: String, _ before: Int, _ after: Int, _ start: Int?) throws {
    var clock = PageClock()
    #expect(clock.epoch(at: GalileoTime(seconds: before)).isEmpty)
    #expect(clock.add(try page(3)).isEmpty)
    // More messages about the same epoch change nothing.
    #expect(clock.epoch(at: GalileoTime(seconds: before)).isEmpty)
    let pages = clock.epoch(at: GalileoTime(seconds: after))
    #expect(pages.map(\.start) == [start.map { GalileoTime(seconds: $0) }])
    #expect(clock.finish().isEmpty)
  }

  @Test func datesNoPageBeforeTheFirstEpoch() throws {
    var clock = PageClock()
    #expect(clock.add(try page(3)).map(\.start) == [nil])
    #expect(clock.epoch(at: GalileoTime(seconds: 103)).isEmpty)
  }

  @Test func datesTheLastPagesOfARecording() throws {
    var clock = PageClock()
    _ = clock.epoch(at: GalileoTime(seconds: 103))
    _ = clock.add(try page(3))
    #expect(clock.finish().map(\.start) == [GalileoTime(seconds: 101)])
  }

  /// A receiver that reports no more epochs must not fill the memory.
  @Test func keepsFewPages() throws {
    var clock = PageClock()
    _ = clock.epoch(at: GalileoTime(seconds: 103))
    var released = 0
    for _ in 0..<1000 { released += clock.add(try page(3)).count }
    #expect(released > 900)
  }
}
