// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry
import LocationJSON
import Testing

@testable import GNSSReceiver
@testable import LocationPage

/// The anchor and a person overboard, as the page is told of them.
@Suite struct BoatWatchTests {
  /// A page whose receiver has a fix at 47° N 9° E, where a degree of latitude is 111,170 m.
  private func story(fixes: Int = 12) -> PageStory {
    var story = PageStory()
    story.become(.fix)
    for _ in 0..<fixes { story.fix(north: 0) }
    return story
  }

  private func alert(_ name: String, in story: PageStory) -> JSONValue? {
    story.location?["alerts"]?.array?.first { $0["name"]?.string == name }
  }

  private func happened(_ story: PageStory) -> [String] {
    story.location?["events"]?.array?.compactMap { $0["text"]?.string } ?? []
  }

  @Test func thereIsNoAnchorAndNobodyOverboardAtFirst() {
    let story = story()
    #expect(story.location?["anchor"] == nil && story.location?["mob"] == nil)
    #expect(story.location?["alerts"]?.array == [])
  }

  @Test func dropsTheAnchorWhereTheBoatIs() throws {
    var story = story()
    story.fix(north: 30)
    try story.order(.drop(radius: 40, .here))
    let anchor = try #require(story.location?["anchor"])
    // One fix of ten is 30 m off, and so the median is not.
    #expect(anchor["latitude"]?.number == 47 && anchor["longitude"]?.number == 9)
    #expect(anchor["radius"]?.number == 40 && anchor["state"]?.string == "watching")
    #expect(abs((anchor["distance"]?.number ?? 0) - 30) < 0.2)
    #expect(anchor["bearing"]?.number == 180)
    #expect(happened(story).last == "Anchor dropped, circle 40 m")
    #expect(story.kept?.anchor?.circle.radius == 40)
  }

  @Test(arguments: [1e7, 2e19, Double.greatestFiniteMagnitude, .infinity])
  func dropsNoAnchorWhereThePositionIsKnownWorseThanTheCircle(_ accuracy: Double) {
    var story = story()
    story.fix(north: 0, accuracy: accuracy)
    #expect(story.refusal(of: .drop(radius: 40, .here))?.status == 409)
    #expect(story.location?["anchor"] == nil)
  }

  @Test func aBearingJustWestOfNorthIsNotRoundedToAFullCircle() throws {
    var story = story()
    try story.order(.drop(radius: 40, .off(bearing: 359.97, distance: 100)))
    #expect(story.location?["anchor"]?["bearing"]?.number == 0)
  }

  @Test func putsTheAnchorToABearingOrAPlaceAndKeepsTheRadius() throws {
    var story = story()
    try story.order(.drop(radius: 40, .off(bearing: 0, distance: 111.17)))
    #expect(abs((story.location?["anchor"]?["latitude"]?.number ?? 0) - 47.001) < 1e-5)
    try story.order(.drop(radius: nil, .at(latitude: 47, longitude: 9)))
    #expect(story.location?["anchor"]?["latitude"]?.number == 47)
    #expect(story.location?["anchor"]?["radius"]?.number == 40)
    #expect(happened(story).last == "Anchor watch changed, circle 40 m")
    try story.order(.raise)
    #expect(story.location?["anchor"] == nil && story.kept?.anchor == nil)
  }

  @Test func refusesToDropTheAnchorWhereItIsNotKnown() throws {
    var story = PageStory()
    #expect(story.refusal(of: .drop(radius: 40, .here))?.status == 409)
    story.become(.fix)
    story.fix(north: 0, accuracy: 41)
    #expect(
      story.refusal(of: .drop(radius: 40, .here))?.reason
        == "cannot drop the anchor here: the position is only accurate to 41 m; choose a larger circle or wait"
    )
    story.fix(north: 0, warnings: FixWarnings(.receiverReportsJamming))
    #expect(
      story.refusal(of: .drop(radius: 40, .here))?.reason.contains(
        "not to be trusted (the receiver reports that it is being jammed)") == true)
    story.receive(.report(.fixLost(nil)))
    #expect(
      story.refusal(of: .drop(radius: 40, .off(bearing: 9, distance: 9)))?.reason
        == "cannot drop the anchor here: there is no position any more; wait for a fix")
    #expect(story.refusal(of: .drop(radius: nil, .at(latitude: 47, longitude: 9)))?.status == 400)
    try story.order(.drop(radius: 40, .at(latitude: 47, longitude: 9)))
    #expect(story.location?["anchor"]?["state"]?.string == "watching")
  }

  @Test func aDraggingBoatIsAnAlarmForEverybodyUntilItIsBackAndSomebodyHasAcknowledgedIt() throws {
    var story = story()
    try story.order(.drop(radius: 40, .here))
    for _ in 0..<3 { story.fix(north: 57) }
    #expect(story.location?["anchor"]?["state"]?.string == "outside")
    #expect(alert("anchor", in: story) == nil)
    for _ in 0..<43 { story.fix(north: 57) }
    #expect(story.location?["anchor"]?["state"]?.string == "dragging")
    #expect(alert("anchor", in: story)?["level"]?.string == "alarm")
    #expect(alert("anchor", in: story)?["acknowledged"]?.bool == false)
    #expect(
      alert("anchor", in: story)?["text"]?.string == "Dragging: 57 m from the anchor, circle 40 m")
    #expect(story.kept?.anchor?.dragging.isPresent == true)
    for _ in 0..<46 { story.fix(north: 0) }
    #expect(
      alert("anchor", in: story)?["text"]?.string
        == "Was dragging: 57 m from the anchor, circle 40 m")
    #expect(
      story.location?["anchor"]?["worst"]?["time"]?.string?.hasPrefix("2025-06-15T15:06:55") == true
    )
    try story.order(.acknowledge("anchor"))
    #expect(alert("anchor", in: story) == nil)
    #expect(story.location?["anchor"]?["state"]?.string == "watching")
    #expect(story.refusal(of: .acknowledge("anchor"))?.status == 404)
  }

  @Test func aWatchWithoutAPositionIsBlindAfterAMinute() throws {
    var story = story()
    try story.order(.drop(radius: 40, .here))
    story.become(.silent(since: .zero))
    story.elapse(.seconds(59))
    #expect(alert("anchorBlind", in: story) == nil && alert("lost", in: story) != nil)
    story.elapse(.seconds(1))
    #expect(alert("anchorBlind", in: story)?["level"]?.string == "alarm")
    #expect(story.location?["anchor"]?["state"]?.string == "blind")
    #expect(story.location?["anchor"]?["distance"] == nil)
    try story.order(.acknowledge("anchorBlind"))
    #expect(alert("anchorBlind", in: story)?["acknowledged"]?.bool == true)
    story.become(.fix)
    story.fix(north: 0)
    #expect(alert("anchorBlind", in: story) == nil)
  }

  @Test func everythingThatIsWatchedSurvivesARestart() throws {
    var before = story()
    try before.order(.drop(radius: 40, .here))
    for _ in 0..<46 { before.fix(north: 57) }
    try before.order(.acknowledge("anchor"))
    try before.order(.mark(.init()))
    let record = try #require(before.kept)
    let after = PageStory(continuing: record)
    #expect(after.location?["anchor"]?["state"]?.string == "dragging")
    #expect(
      alert("anchor", in: after)
        == alert("anchor", in: before).map { _ in
          .object([
            "name": .string("anchor"), "level": .string("alarm"), "acknowledged": .bool(true),
            "since": alert("anchor", in: before)?["since"] ?? .null, "text": .string("Dragging"),
          ])
        })
    #expect(after.location?["mob"]?["time"] == before.location?["mob"]?["time"])
    #expect(after.location?["mob"]?["latitude"] == before.location?["mob"]?["latitude"])
  }

  @Test func theFirstMarkOfAPersonOverboardStaysUntilItIsCancelled() throws {
    var story = story()
    try story.order(.mark(.init()))
    story.fix(north: 111.17)
    try story.order(.mark(.init()))
    let mob = try #require(story.location?["mob"])
    #expect(mob["latitude"]?.number == 47)
    #expect(abs((mob["distance"]?.number ?? 0) - 111.17) < 0.5 && mob["bearing"]?.number == 180)
    #expect(mob["time"]?.string == "2025-06-15T15:06:52.000Z")
    #expect(mob["positionTime"]?.string == "2025-06-15T15:06:52.000Z")
    #expect(alert("mob", in: story)?["level"]?.string == "alarm")
    try story.order(.acknowledge("mob"))
    #expect(alert("mob", in: story)?["acknowledged"]?.bool == true)
    try story.order(.cancel)
    #expect(story.location?["mob"] == nil && alert("mob", in: story) == nil)
  }

  @Test func marksTheLastPositionIfThereIsNoneNowAndTheTimeAloneIfThereNeverWas() throws {
    var lost = story()
    lost.receive(.report(.fixLost(nil)))
    lost.wait(.seconds(8))
    try lost.order(.mark(.init()))
    #expect(lost.location?["mob"]?["latitude"]?.number == 47)
    #expect(lost.location?["mob"]?["time"]?.string == "2025-06-15T15:07:00.000Z")
    #expect(lost.location?["mob"]?["positionTime"]?.string == "2025-06-15T15:06:52.000Z")
    #expect(lost.location?["mob"]?["distance"] == nil)
    var never = PageStory()
    try never.order(.mark(.init()))
    #expect(never.location?["mob"]?["latitude"] == nil)
    #expect(never.location?["mob"]?["time"]?.string == "2025-06-15T15:06:40.000Z")
    #expect(alert("mob", in: never)?["text"]?.string == "Man overboard: no position to mark")
  }

  private static func mark(
    _ press: WatchOrder.Mark.Press, north: Double? = nil, age: Double = 0, id: String? = nil
  ) -> WatchOrder {
    .mark(
      WatchOrder.Mark(
        id: id, press: press, place: north.map { .init(latitude: $0, longitude: 9, age: age) }))
  }

  @Test func thePositionOfThePressCountsAndItsTimeUnlessThePhonesClockIsWrong() throws {
    var story = story()
    let press: Int64 = 1_750_000_005_000_000_000
    try story.order(Self.mark(.at(press), north: 47.5))
    #expect(story.location?["mob"]?["time"]?.string == "2025-06-15T15:06:45.000Z")
    try story.order(.cancel)
    try story.order(Self.mark(.at(press + 86_400_000_000_000), north: 47.5))
    #expect(story.location?["mob"]?["time"]?.string == "2025-06-15T15:06:52.000Z")
  }

  @Test func aPhoneThatCouldNotReachTheServerSaysHowLongAgoItWasPressedAndHowOldThePositionWas()
    throws
  {
    var story = story()
    try story.order(Self.mark(.ago(25), north: 47.5, age: 40))
    let mob = try #require(story.location?["mob"])
    // It is 15:06:52 now.
    #expect(mob["time"]?.string == "2025-06-15T15:06:27.000Z")
    #expect(mob["positionTime"]?.string == "2025-06-15T15:05:47.000Z")
    #expect(mob["latitude"]?.number == 47.5 && mob["elapsed"]?.integer == 25)
    story.elapse(.seconds(5))
    #expect(story.location?["mob"]?["elapsed"]?.integer == 30)
    var after = PageStory(continuing: try #require(story.kept))
    after.elapse(.seconds(60))
    // By the machine's clock, it was 15:06:40 at the start of the second run, as of the first.
    #expect(after.location?["mob"]?["elapsed"]?.integer == 73)
  }

  @Test func aPlaceAtWhichTheBoatCameAfterThePressIsNotMarked() throws {
    var later = PageStory()
    later.become(.fix)
    later.wait(.seconds(20))
    later.fix(north: 0)
    try later.order(Self.mark(.ago(10)))
    #expect(later.location?["mob"]?["latitude"] == nil)
    #expect(later.location?["mob"]?["elapsed"]?.integer == 10)
    var before = PageStory()
    before.become(.fix)
    before.fix(north: 0)
    before.wait(.seconds(20))
    try before.order(Self.mark(.ago(10)))
    #expect(before.location?["mob"]?["latitude"]?.number == 47)
    #expect(before.location?["mob"]?["positionTime"]?.string == "2025-06-15T15:06:41.000Z")
  }

  @Test func aMarkThatIsSentTwiceDoesNotComeBackAfterItWasCancelled() throws {
    var story = story()
    try story.order(Self.mark(.now, id: "1"))
    try story.order(.cancel)
    try story.order(Self.mark(.ago(1), id: "1"))
    #expect(story.location?["mob"] == nil)
    try story.order(Self.mark(.now, id: "2"))
    #expect(story.location?["mob"] != nil)
  }

  @Test func saysForAsLongAsWhatIsWatchedIsNotOnTheDisk() throws {
    var story = story()
    try story.order(.drop(radius: 40, .here))
    #expect(alert("notKept", in: story) == nil && story.state.unkeptRecord == nil)
    let problem = "The watch would not survive a restart: no space left on device"
    for _ in 0..<2 { story.kept(problem) }
    #expect(alert("notKept", in: story)?["text"]?.string == problem)
    #expect(alert("notKept", in: story)?["level"]?.string == "caution")
    #expect(PageStory.json(story.state.watchDocument(at: story.now))?["problem"]?.string == problem)
    #expect(story.state.unkeptRecord.flatMap { WatchRecord($0) }?.anchor?.circle.radius == 40)
    story.kept(nil)
    #expect(alert("notKept", in: story) == nil && story.state.unkeptRecord == nil)
    #expect(happened(story).suffix(2) == [problem, "The watch would survive a restart again"])
  }

  @Test func whoMayNotKnowTheLocationIsToldNoPlaceNearIt() throws {
    var story = story()
    try story.order(.drop(radius: 40, .here))
    try story.order(.mark(.init()))
    story.become(.denied("the policy denies it"))
    #expect(story.location?["anchor"]?["latitude"] == nil)
    #expect(story.location?["anchor"]?["state"]?.string == "watching")
    #expect(story.location?["mob"]?["latitude"] == nil && story.location?["mob"]?["time"] != nil)
  }
}

@Suite struct WatchRecordTests {
  @Test func aRecordIsReadAsItWasWritten() throws {
    var record = WatchRecord()
    record.anchor = WatchRecord.Anchor(
      circle: Circle(latitude: -47.123456789, longitude: 179.5, radius: 40.5),
      dragging: LatchedAlarm(isOn: true, isPresent: false, isAcknowledged: false),
      draggingSince: 1_750_000_000_000_000_000, blindness: LatchedAlarm(), blindSince: 0,
      worst: 57.3,
      worstTime: 1_750_000_001_000_000_000)
    record.overboard = Overboard(
      at: Overboard.Place(latitude: 1, longitude: 2, time: nil), time: 1_750_000_002_000_000_000)
    record.isOverboardAcknowledged = true
    #expect(WatchRecord(record.bytes) == record)
    #expect(WatchRecord(WatchRecord().bytes) == WatchRecord())
  }

  @Test(
    arguments: [
      "", "{}", "[]", #"{"version":2}"#, "{\"version\":1",
    ])
  func whatThisProgramCannotHaveWrittenIsNoRecord(_ text: String) {
    #expect(WatchRecord(Array(text.utf8)) == nil)
  }

  @Test(
    arguments: [
      "{}", #"{"latitude":91,"longitude":0,"radius":40}"#,
      #"{"latitude":1,"longitude":0,"radius":-40}"#,
    ])
  func anAnchorThatIsDamagedDoesNotTakeThePersonOverboard(_ anchor: String) throws {
    let text = #"{"version":1,"anchor":\#(anchor),"mob":{"time":"2025-06-15T15:06:52.000Z"}}"#
    let record = try #require(WatchRecord(Array(text.utf8)))
    #expect(record.isDamaged && record.anchor == nil && record.overboard != nil)
    let other = #"{"version":1,"anchor":{"latitude":1,"longitude":0,"radius":40},"mob":{}}"#
    let second = try #require(WatchRecord(Array(other.utf8)))
    #expect(second.isDamaged && second.anchor != nil && second.overboard == nil)
  }

  @Test(arguments: ["1e300", "20037510", "-1"])
  func aDistanceBeyondTheEarthIsNone(_ distance: String) throws {
    let text =
      #"{"version":1,"anchor":{"latitude":1,"longitude":0,"radius":40,"worst":\#(distance)}}"#
    #expect(try #require(WatchRecord(Array(text.utf8))?.anchor).worst == nil)
  }
}
