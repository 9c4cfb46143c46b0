// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry
import Testing
import TrackStore

@testable import LocationPublishing

/// What a page watches, as it is published.
@Suite struct PageWatchTests {
  private static func received(
    _ watch: inout PageWatch, _ name: String, _ data: String
  ) -> PositionReport.Occasion? {
    watch.received(name, Array(data.utf8))
  }

  @Test func eachChangeIsPublishedOnceAndTheFirstStateToo() {
    var watch = PageWatch(at: .zero)
    #expect(Self.received(&watch, "anchor", "null") == .anchor(state: "off"))
    #expect(Self.received(&watch, "mob", "null") == .overboard(false))
    // As when the page is heard again.
    #expect(Self.received(&watch, "anchor", "null") == nil)
    let watching = #"{"radius":40,"distance":12.5,"state":"watching"}"#
    #expect(Self.received(&watch, "anchor", watching) == .anchor(state: "watching"))
    #expect(Self.received(&watch, "anchor", #"{"state":"watching"}"#) == nil)
    #expect(
      Self.received(&watch, "anchor", #"{"state":"dragging"}"#) == .anchor(state: "dragging"))
    #expect(
      Self.received(&watch, "mob", #"{"time":"2026-11-28T03:12:00Z"}"#) == .overboard(true))
    #expect(Self.received(&watch, "mob", "null") == .overboard(false))
  }

  @Test(arguments: [
    ("another event", "fix", #"{"state":"dragging"}"#), ("no JSON", "anchor", "{"),
    ("an unknown state", "anchor", #"{"state":"\u001b[31m"}"#), ("no state", "anchor", "{}"),
  ])
  func publishesNothingOf(_: String, _ name: String, _ data: String) {
    var watch = PageWatch(at: .zero)
    #expect(Self.received(&watch, name, data) == nil)
  }

  @Test func aPageThatIsNotHeardForAMinuteIsBlindIfItWatched() {
    var watch = PageWatch(at: .seconds(5))
    #expect(watch.elapse(to: .seconds(64)) == nil)
    _ = Self.received(&watch, "anchor", #"{"state":"watching"}"#)
    watch.hear(at: .seconds(100))
    #expect(watch.deadline == .seconds(160))
    #expect(watch.elapse(to: .seconds(160)) == .anchor(state: "blind"))
    #expect(watch.elapse(to: .seconds(500)) == nil && watch.deadline == nil)
    watch.hear(at: .seconds(501))
    #expect(
      Self.received(&watch, "anchor", #"{"state":"watching"}"#) == .anchor(state: "watching"))
  }

  @Test func withoutAnAnchorSilenceIsNoAlarm() {
    var watch = PageWatch(at: .zero)
    _ = Self.received(&watch, "anchor", "null")
    #expect(watch.elapse(to: .seconds(60)) == nil)
  }

  private static func fix(_ second: Int64, latitude: Double = 47) -> Fix {
    let time = FixTime(nanosecondsSince1970: (1_750_000_000 + second) * 1_000_000_000)
    return Fix(time: time, latitude: latitude, longitude: 9)
  }

  @Test func anAlarmIsSentWithTheLastPositionAndWaitsForTheFirst() {
    var filter = PositionFilter(device: "boat")
    #expect(filter.watchChanged(.anchor(state: "watching")) == [])
    #expect(filter.watchChanged(.anchor(state: "dragging")) == [])
    #expect(filter.watchChanged(.overboard(true)) == [])
    let reports = filter.received(Self.fix(0))
    #expect(reports.map(\.occasion) == [.anchor(state: "dragging"), .overboard(true), .start])
    _ = filter.fixLost()
    let blind = filter.watchChanged(.anchor(state: "blind"))
    #expect(blind.map(\.fix) == [Self.fix(0)])
  }

  @Test func nothingIsSentFromAQuietZone() {
    let zone = Circle(latitude: 47, longitude: 9, radius: 500)
    var filter = PositionFilter(device: "boat", quietZones: [zone])
    _ = filter.received(Self.fix(0))
    #expect(filter.watchChanged(.anchor(state: "dragging")) == [])
    // 11 km away.
    let reports = filter.received(Self.fix(1, latitude: 47.1))
    #expect(reports.map(\.occasion) == [.anchor(state: "dragging"), .start])
  }
}
