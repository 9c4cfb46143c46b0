// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON
import Testing

@testable import GNSSReceiver
@testable import LocationPage

@Suite struct PageStateTests {
  @Test func saysThatThereIsNoReceiverBeforeOneIsFound() {
    var story = PageStory()
    story.wait(.seconds(12))
    #expect(story.location?["state"]?["state"]?.string == "searching")
    #expect(story.location?["state"]?["secondsWaited"]?.number == 12)
    #expect(story.location?["fix"] == nil)
    #expect(story.track?["segments"]?.array == [])
  }

  @Test func tellsTheFixWithItsAgeAndWithoutAWait() {
    var story = PageStory()
    story.become(.waitingForFix(satellitesInView: nil, since: .zero))
    story.become(.fix)
    story.fix()
    story.wait(.milliseconds(1500))
    #expect(story.location?["state"]?["code"]?.string == "fix")
    #expect(story.location?["state"]?["secondsWaited"] == nil)
    #expect(story.location?["fix"]?["latitude"]?.number == 47.001)
    #expect(story.location?["fix"]?["age"]?.number == 1.5)
    #expect(story.location?["fix"]?["device"]?.string == "/dev/ttyUSB0")
    #expect(story.location?["lastFix"] == nil)
  }

  @Test(
    arguments: [
      ("the receiver says so", .report(.fixLost(nil))),
      ("it has fallen silent", nil),
    ] as [(why: String, event: ReceiverEvent.Content?)])
  func neverTellsALostFixAsTheFix(_ row: (why: String, event: ReceiverEvent.Content?)) {
    var story = PageStory()
    story.become(.fix)
    story.fix()
    if let event = row.event {
      story.receive(event)
    } else {
      story.become(.silent(since: .zero))
    }
    story.wait(.seconds(5))
    #expect(story.location?["fix"] == nil, "\(row.why)")
    #expect(story.location?["lastFix"]?["age"]?.number == 5, "\(row.why)")
  }

  @Test func showsNoSatelliteAsUsedWithoutAFix() {
    var story = PageStory()
    story.become(.fix)
    story.fix()
    let satellite = SatelliteID(system: .gps, number: 5)
    var used = SatelliteSet()
    used.insert(satellite)
    story.receive(.report(.satellites(SatellitesInView([SatelliteInView(satellite)], used: used))))
    let before = EventID(run: "a1b2", number: story.state.log.last)
    story.receive(.report(.fixLost(nil)))
    let shown = story.location?["satellites"]?["satellites"]?.array
    #expect(shown?.count == 1 && shown?.first?["used"]?.bool == false)
    #expect(story.state.log.events(after: before)?.map(\.kind).contains("satellites") == true)
  }

  @Test func tellsOnceThatAFixIsLost() {
    var story = PageStory()
    story.become(.fix)
    story.fix()
    let before = EventID(run: "a1b2", number: story.state.log.last)
    story.receive(.report(.fixLost(nil)))
    story.become(.lost(satellitesInView: 3, since: .zero))
    let kinds = story.state.log.events(after: before)?.map(\.kind)
    #expect(kinds?.filter { !PageStory.watched.contains($0) } == ["fixLost", "state"])
  }

  /// At 50 times its own pace, a fix a second comes every 20 ms.
  @Test func theLastFiveMinutesOfARecordingAreThoseInIt() throws {
    var story = PageStory()
    story.replay()
    #expect(story.location?["state"]?["recorded"]?.bool == true)
    for second in Int64(0)..<400 { story.replayFix(second) }
    let history = try #require(story.track?["history"]?.array)
    // The last one, and those of the 300 s before it.
    #expect(history.count == 301)
    #expect(history.last?["timestamp"]?.string == "2025-06-15T15:13:19.000Z")
    #expect(history.first?["timestamp"]?.string == "2025-06-15T15:08:19.000Z")
    // After its end, the picture stays.
    story.wait(.seconds(1000))
    #expect(story.track?["history"]?.array?.count == 301)
    // A recording that starts again has another past.
    story.replayFix(0)
    #expect(story.track?["history"]?.array?.count == 1)
  }

  @Test func whatHappensInARecordingHasTheTimeInIt() {
    var story = PageStory()
    story.replay()
    for second in Int64(0)..<60 { story.replayFix(second) }
    story.receive(.report(.fixLost(nil)))
    let events = story.location?["events"]?.array
    #expect(events?.last?["text"]?.string == "Fix lost")
    #expect(events?.last?["time"]?.string == "2025-06-15T15:07:39.000Z")
  }

  @Test func theAgeOfAFixOfARecordingIsThatOfItsArrival() {
    var story = PageStory()
    story.replay()
    story.replayFix(0)
    story.wait(.seconds(2))
    #expect(story.location?["fix"]?["age"]?.number == 2)
  }

  @Test func beginsASegmentAfterAnOutage() {
    var story = PageStory()
    story.become(.fix)
    for _ in 0..<3 { story.fix() }
    story.receive(.report(.fixLost(nil)))
    story.fix()
    let segments = story.track?["segments"]?.array
    #expect(segments?.map { $0.array?.count } == [3, 1])
    #expect(segments?[0].array?[0].array?.map(\.number) == [47.001, 9])
    #expect(story.track?["history"]?.array?.map { $0["age"]?.number } == [3, 2, 1, 0])
    #expect(story.track?["history"]?.array?.last?["satellitesUsed"]?.integer == 8)
  }

  @Test func forgetsTheSkyOfAReceiverThatIsGone() {
    var story = PageStory()
    story.become(.fix)
    story.receive(.report(.satellites(PageStory.sky)))
    #expect(story.location?["satellites"]?["count"]?.integer == 1)
    story.become(.unplugged)
    #expect(story.location?["satellites"]?["count"]?.integer == 0)
  }

  @Test func keepsTheSkyAtTheEndOfARecording() {
    var story = PageStory()
    story.become(.fix)
    story.receive(.report(.satellites(PageStory.sky)))
    story.become(.ended)
    #expect(story.location?["satellites"]?["count"]?.integer == 1)
  }

  @Test func forgetsEveryPlaceOnceTheLocationIsDenied() {
    var story = PageStory()
    story.become(.fix)
    for _ in 0..<3 { story.fix() }
    let before = EventID(run: "a1b2", number: 1)
    story.become(.denied("access was withdrawn"))
    #expect(story.location?["state"]?["state"]?.string == "denied")
    #expect(story.location?["lastFix"] == nil)
    #expect(story.track?["segments"]?.array == [])
    #expect(story.track?["history"]?.array == [])
    #expect(story.state.log.events(after: before) == nil)
    let told = story.state.present(at: story.now).flatMap(\.bytes)
    #expect(!String(decoding: told, as: UTF8.self).contains("latitude"))
  }

  @Test func aReceiverThatWasClosedLeavesNoPositionThatLooksPresent() {
    var story = PageStory()
    story.become(.fix)
    for _ in 0..<3 { story.fix() }
    story.closeReceiver()
    #expect(story.location?["state"]?["code"]?.string == "noReceiver")
    #expect(story.location?["fix"] == nil && story.location?["lastFix"] == nil)
    // Nobody has lost anything: it was not needed.
    #expect(story.location?["alerts"]?.array == [])
    #expect(story.track?["segments"]?.array?.count == 1)
    story.become(.fix)
    story.fix()
    #expect(story.track?["segments"]?.array?.count == 2)
  }

  @Test func aReceiverIsNeededWhileSomebodyLooksOrSomethingIsWatched() {
    var demand = PageDemand()
    #expect(demand.change(isWatching: false, at: .seconds(0)) == nil)
    demand.asked(at: .seconds(1))
    #expect(demand.change(isWatching: false, at: .seconds(1)) == true)
    #expect(demand.change(isWatching: false, at: .seconds(10)) == nil)
    #expect(demand.change(isWatching: true, at: .seconds(12)) == nil)
    #expect(demand.change(isWatching: true, at: .seconds(1000)) == nil)
    #expect(demand.change(isWatching: false, at: .seconds(1001)) == false)
    // As after a restart with the anchor down, before anybody looks.
    #expect(demand.change(isWatching: true, at: .seconds(1002)) == true)
  }

  @Test func passesTheWordsOfADeviceOnAsTheyAreAndNoLineOfItsOwn() {
    var story = PageStory()
    story.become(.fix, model: "<img src=x onerror=alert(1)>\n\nevent: fix\u{2028}\"")
    let bytes = story.state.present(at: story.now).flatMap(\.bytes)
    #expect(PageStory.names(bytes) == ["resync", "state"] + PageStory.watched)
    #expect(
      story.location?["state"]?["model"]?.string
        == "<img src=x onerror=alert(1)>\n\nevent: fix\u{2028}\"")
  }
}
