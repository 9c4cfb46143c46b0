// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry
import Testing

@Suite struct AnchorWatchTests {
  /// A watch at the equator, where a degree of latitude is 110,574 m.
  private struct Story {
    var watch: AnchorWatch
    var second = 0
    var seen: [String] = []

    init(radius: Double = 40) {
      watch = AnchorWatch(Circle(latitude: 0, longitude: 10, radius: radius), at: .zero)
    }

    /// Reports a fix each second, so many meters north of the anchor.
    mutating func lie(
      _ north: Double, seconds: Int, accuracy: Double? = 3, warnings: FixWarnings = [],
      everySeconds step: Int = 1
    ) {
      for _ in stride(from: 0, to: seconds, by: step) {
        second += step
        var fix = Fix(time: nil, latitude: north / 110_574, longitude: 10)
        (fix.horizontalAccuracy, fix.warnings) = (accuracy, warnings)
        var effects: AnchorWatch.Effects = []
        watch.received(fix, at: .seconds(second), into: &effects)
        seen += effects.map { "\($0) \(second)" }
      }
    }

    mutating func wait(_ seconds: Int) {
      second += seconds
      var effects: AnchorWatch.Effects = []
      watch.elapse(to: .seconds(second), into: &effects)
      seen += effects.map { "\($0) \(second)" }
    }
  }

  @Test func theThirdFixBeyondTheCircleIsOutsideAndTheAlarmComes45SecondsAfterTheFirst() {
    var story = Story()
    story.lie(30, seconds: 100)
    #expect(story.watch.state == .watching && story.seen == [])
    story.lie(57, seconds: 45)
    #expect(story.watch.state == .outside)
    story.lie(57, seconds: 1)
    #expect(story.seen == ["outside 103", "dragging 146"])
    #expect(story.watch.state == .dragging)
    #expect(abs((story.watch.worst ?? 0) - 57) < 0.1)
  }

  @Test func aSingleFixThatIsNotBeyondDoesNotCountAndTwoDo() {
    var story = Story()
    story.lie(57, seconds: 20)
    story.lie(30, seconds: 1)
    story.lie(57, seconds: 25)
    #expect(story.seen == ["outside 3", "dragging 46"])
    story = Story()
    story.lie(57, seconds: 20)
    story.lie(30, seconds: 2)
    story.lie(57, seconds: 25)
    #expect(story.seen == ["outside 3", "inside 22", "outside 25"])
  }

  @Test func spikesChangeNothing() {
    var story = Story()
    for _ in 0..<100 {
      story.lie(30, seconds: 10)
      story.lie(4000, seconds: 1)
    }
    #expect(story.seen == [] && story.watch.worst == nil)
  }

  @Test func twoWrongFixesAroundAGapAreNoAlarm() {
    var story = Story()
    story.lie(30, seconds: 10)
    story.lie(300, seconds: 1)
    story.wait(50)
    story.lie(300, seconds: 2)
    story.lie(30, seconds: 10)
    #expect(story.seen == [])
  }

  @Test func theAlarmLastsUntilTheBoatIsBackAndSomebodyHasAcknowledgedIt() {
    var story = Story()
    story.lie(57, seconds: 50)
    story.lie(30, seconds: 44)
    #expect(story.watch.state == .dragging && story.watch.dragging.isPresent)
    story.lie(30, seconds: 10)
    #expect(story.seen.last == "inside 96")
    #expect(story.watch.state == .dragging && !story.watch.dragging.isPresent)
    #expect(abs((story.watch.worst ?? 0) - 57) < 0.1)
    story.watch.acknowledgeDragging()
    #expect(story.watch.state == .watching && story.watch.worst == nil)
  }

  @Test func anAlarmThatWasAcknowledgedOutsideEndsInsideAndTheNextOneIsNew() {
    var story = Story()
    story.lie(57, seconds: 50)
    story.watch.acknowledgeDragging()
    #expect(story.watch.state == .dragging && story.watch.dragging.isAcknowledged)
    story.lie(30, seconds: 60)
    #expect(story.watch.state == .watching)
    story.lie(57, seconds: 50)
    #expect(story.watch.state == .dragging && !story.watch.dragging.isAcknowledged)
  }

  @Test(
    arguments: [
      ("there are none", nil), ("they have warnings", (3, FixWarnings(.positionJump))),
      ("they may be on either side", (60, [])),
    ] as [(why: String, fixes: (accuracy: Double, warnings: FixWarnings)?)])
  func isBlindAfterAMinuteWithoutAFixThatCounts(
    _ row: (why: String, fixes: (accuracy: Double, warnings: FixWarnings)?)
  ) {
    var story = Story()
    story.lie(30, seconds: 10)
    if let fixes = row.fixes {
      story.lie(90, seconds: 59, accuracy: fixes.accuracy, warnings: fixes.warnings)
    } else {
      story.wait(59)
    }
    #expect(story.seen == [] && story.watch.state == .watching, "\(row.why)")
    story.wait(1)
    #expect(story.seen == ["blind 70"] && story.watch.state == .blind, "\(row.why)")
    story.lie(30, seconds: 1)
    #expect(story.seen.last == "sighted 71" && story.watch.state == .watching, "\(row.why)")
    #expect(story.watch.blindness.isOn, "\(row.why)")
    story.watch.acknowledgeBlindness()
    #expect(!story.watch.blindness.isOn, "\(row.why)")
  }

  @Test func isBlindWithoutAnyFixAMinuteAfterItBegan() {
    var story = Story()
    #expect(story.watch.deadline == .seconds(60))
    story.wait(60)
    #expect(story.seen == ["blind 60"] && story.watch.deadline == nil)
    story.watch.acknowledgeBlindness()
    #expect(story.watch.state == .blind)
  }

  @Test func tenFixesASecondAndOneInFiveSecondsAreJudgedAlike() {
    var story = Story()
    story.lie(57, seconds: 60, everySeconds: 5)
    #expect(story.seen == ["outside 15", "dragging 50"])
    var watch = AnchorWatch(Circle(latitude: 0, longitude: 10, radius: 40), at: .zero)
    var effects: AnchorWatch.Effects = []
    var fix = Fix(time: nil, latitude: 57 / 110_574, longitude: 10)
    for tenth in 1...20 { watch.received(fix, at: .milliseconds(100 * tenth), into: &effects) }
    #expect(effects == [.outside])
    // Two out of ten in a second are not two in a row.
    fix.latitude = 0
    for tenth in 21...22 { watch.received(fix, at: .milliseconds(100 * tenth), into: &effects) }
    #expect(watch.state == .outside)
  }

  @Test func continuesAfterARestart() {
    let circle = Circle(latitude: 0, longitude: 10, radius: 40)
    var story = Story()
    story.watch = AnchorWatch(
      circle, dragging: LatchedAlarm(isOn: true, isPresent: true), worst: 57, at: .seconds(500))
    story.second = 500
    #expect(story.watch.state == .dragging && story.watch.worst == 57)
    story.lie(30, seconds: 60)
    #expect(story.seen == ["inside 546"] && story.watch.state == .dragging)
  }
}

@Suite struct RecentPlacesTests {
  private func fix(_ latitude: Double, _ longitude: Double) -> Fix {
    Fix(time: nil, latitude: latitude, longitude: longitude)
  }

  @Test func theMedianOfTenSecondsIsNotMovedByOneOfThem() {
    var places = RecentPlaces()
    #expect(places.median(at: .zero) == nil)
    places.received(fix(80, 9), at: .zero)
    for (second, latitude) in [(1, 47.1), (2, 47.3), (3, 12.0), (11, 47.2)] {
      places.received(fix(latitude, 9), at: .seconds(second))
    }
    // The first is too old; of four, the median is between the middle ones: 47.1 and 47.2.
    #expect(abs((places.median(at: .seconds(11))?.latitude ?? 0) - 47.15) < 1e-9)
    #expect(places.median(at: .seconds(22)) == nil)
  }

  @Test func theMedianAtTheAntimeridianIsThere() {
    var places = RecentPlaces()
    for (second, longitude) in [179.9, -179.9, -179.8].enumerated() {
      places.received(fix(0, longitude), at: .seconds(second))
    }
    #expect(abs((places.median(at: .seconds(3))?.longitude ?? 0) + 179.9) < 1e-9)
  }
}

@Suite struct OverboardTests {
  @Test func theWayToThePersonIsTheGeodesic() {
    let overboard = Overboard(
      at: Overboard.Place(latitude: 0, longitude: 10, time: nil), time: 0)
    // A degree of longitude on the equator: 6,378,137 m × π ÷ 180.
    let way = overboard.way(from: Fix(time: nil, latitude: 0, longitude: 11))
    #expect(abs((way?.distance ?? 0) - 111_319.491) < 0.001)
    #expect(way?.bearing == 270)
    #expect(overboard.way(from: Fix(time: nil, latitude: 0, longitude: 10))?.bearing == nil)
    let nowhere = Overboard(at: nil, time: 0)
    #expect(nowhere.way(from: Fix(time: nil, latitude: 0, longitude: 10)) == nil)
  }
}
