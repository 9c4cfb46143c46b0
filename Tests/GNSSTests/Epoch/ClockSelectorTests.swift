// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import TestSupport
import Testing

/// The fixes from a line on which more than one receiver sends.
@Suite struct ClockSelectorTests {
  private static func isAscending(_ fixes: [Fix]) -> Bool {
    zip(fixes, fixes.dropFirst()).allSatisfy { $0.clock < $1.clock }
  }

  @Test(arguments: ["II", "GP"])
  func aPlotterThatRepeatsAnOldPositionIsLeftOut(talker: String) {
    let bodies = (0..<60).flatMap { second -> [String] in
      [
        report("RMC", "GP", Double(second)), report("GGA", "GP", Double(second)),
        // The same for ten seconds.
        report("GLL", talker, Double(second / 10 * 10), minutes: "31.0000"), gsa(),
      ]
    }
    let fixes = Listener(hearing: bodies).fixes
    #expect(fixes.count == 60)
    #expect(Self.isAscending(fixes))
    #expect(fixes.allSatisfy { $0.latitude == 51.5 })
    #expect(fixes.allSatisfy { $0.dilutionOfPrecision.vertical == 1.6 })
  }

  /// GGA and RMC of one talker, RMC of another elsewhere, whose clock is ahead.
  @Test(arguments: [-25200.0, -3600, -40, -5, -2, -1, 1, 2, 5, 40, 3600, 25200], [false, true])
  func theReceiverWithTheBetterSentencesIsFollowed(offset: Double, comesFirst: Bool) {
    let bodies = (0..<60).flatMap { second -> [String] in
      let better = [
        report("GGA", "GN", Double(second)), gsa([3, 7, 11], hdop: "0.8", vdop: "1.1"),
        report("RMC", "GN", Double(second)),
      ]
      let other = [
        report("RMC", "II", Double(second) + offset, minutes: "31.0000"),
        gsa([1, 2], hdop: "9.9", vdop: "9.9", talker: "II"),
      ]
      return comesFirst ? better + other : other + better
    }
    let fixes = Listener(hearing: bodies, with: .sorting).fixes
    // The other receiver is followed until the better one has sent twice, or until they have disagreed three times about
    // the place if their clocks are so close that they may be one.
    #expect((60...(abs(offset) < 2.5 ? 66 : 61)).contains(fixes.count))
    let later = fixes.drop { $0.clock != clock(10_000) }
    #expect(later.map(\.clock) == (10..<60).map { clock($0 * 1000) })
    #expect(later.allSatisfy { $0.latitude == 51.5 })
    #expect(later.allSatisfy { $0.dilutionOfPrecision.vertical == 1.1 })
  }

  /// However long its epochs take, a clock that was set back is followed with its second instant.
  @Test(arguments: [1, 2, 3, 5, 10], [1, 60])
  func aClockThatIsSetBackIsFollowed(interval: Int, before: Int) {
    let bodies = (0..<before + 100).flatMap { index -> [String] in
      let time = index < before ? index : before - 3600 + (index - before) * interval
      return [report("RMC", "GP", Double(time)), report("GGA", "GP", Double(time))]
    }
    #expect(Listener(hearing: bodies).fixes.count == before + 100)
  }

  /// Of two receivers, the first falls silent, and the clock of the other is set back.
  @Test func theReceiverThatRemainsIsFollowedAlthoughItsClockIsSetBack() {
    let both = (0..<30).flatMap { second -> [String] in
      [
        report("GGA", "GP", Double(second)),
        report("GGA", "II", Double(second) - 40, minutes: "31.0000"),
      ]
    }
    let one = (30..<90).map { report("GGA", "II", Double($0) - 3600, minutes: "31.0000") }
    let fixes = Listener(hearing: both + one).fixes
    #expect(fixes.last?.clock == clock((89 - 3600) * 1000 + 86_400_000))
    #expect(fixes.count { $0.latitude != 51.5 } > 50)
  }

  @Test func anotherIsFollowedWhenTheFirstStopsOrItsTimeStandsStill() {
    let both = (0..<20).flatMap { second -> [String] in
      [
        report("GGA", "GP", Double(second)),
        report("GGA", "GN", Double(second) - 40, minutes: "31.0000"),
      ]
    }
    let one = (20..<40).flatMap { second -> [String] in
      [
        report("GGA", "GP", 19),
        report("GGA", "GN", Double(second) - 40, minutes: "31.0000"),
      ]
    }
    let fixes = Listener(hearing: both + one).fixes
    #expect(fixes.prefix(20).allSatisfy { $0.latitude == 51.5 })
    #expect(fixes.count(where: { $0.latitude > 51.51 }) == 18)
  }

  /// The same time at different places: two receivers behind a multiplexer, which both follow UTC.
  @Test func receiversThatAgreeAboutTheTimeAreToldApartByTheirPositions() {
    let bodies = (0..<40).flatMap { second -> [String] in
      [
        report("GGA", "GN", Double(second)), gsa([3, 7, 11], hdop: "0.8", vdop: "1.1"),
        report("GGA", "II", Double(second), minutes: "30.0100"),
        gsa([1, 2], hdop: "9.9", vdop: "9.9", talker: "II"),
      ]
    }
    let later = Listener(hearing: bodies).fixes.dropFirst(5)
    #expect(later.count == 35)
    #expect(later.allSatisfy { $0.latitude == 51.5 && $0.satellitesUsed == 8 })
    #expect(later.allSatisfy { $0.dilutionOfPrecision.vertical == 1.1 })
  }

  @Test(arguments: [-25200.0, -3600, -40, 40, 3600, 25200])
  func twoReceiversOfOneTalkerDoNotMix(offset: Double) {
    let bodies = (0..<60).flatMap { second -> [String] in
      [
        report("RMC", "GP", Double(second)),
        report("RMC", "GP", Double(second) + offset, minutes: "31.0000"),
      ]
    }
    let listener = Listener(hearing: bodies)
    let fixes = listener.fixes
    let steps = zip(fixes, fixes.dropFirst()).count { $1.clock < $0.clock }
    #expect(steps == 0)
    // A clock that is ahead could have advanced: then it is followed, after one fix of the other.
    #expect(fixes.count == (offset > 0 ? 61 : 60))
    #expect(Set(fixes.dropFirst().map(\.latitude)).count == 1)
    // The first two of the other are set aside.
    #expect(listener.pipeline.reportsLeftOut.map(\.count) == [offset > 0 ? 57 : 58])
  }

  /// While the clocks of one talker are less than ten seconds apart, its sentences may just be out of order.
  @Test(arguments: [-9.0, -5, -3, -1, 1, 3, 5, 9])
  func twoReceiversOfOneTalkerMakeOneFixForEachInstant(offset: Double) {
    let bodies = (0..<60).flatMap { second -> [String] in
      [
        report("RMC", "GP", Double(second)),
        report("RMC", "GP", Double(second) + offset, minutes: "31.0000"),
      ]
    }
    let fixes = Listener(hearing: bodies, with: .sorting).fixes
    let first = min(0, Int(offset))
    let last = first + 60 + Int(abs(offset))
    #expect(fixes.map(\.clock).sorted() == (first..<last).map { clock($0 * 1000) })
    #expect(Set(fixes.suffix(50).map(\.latitude)).count == 1)
  }

  /// Two receivers a meter apart, of which the second is there for when the first fails.
  private static func pair(
    _ first: String, _ second: String, firstFails seconds: Range<Int>, to failure: [String]
  ) -> [String] {
    (0..<70).flatMap { instant -> [String] in
      let time = Double(instant)
      let working = ["GGA", "RMC"].map { report($0, first, time) }
      let failing = failure.map { report($0, first, time, minutes: nil) }
      return (seconds.contains(instant) ? failing : working)
        + ["GGA", "RMC"].map { report($0, second, time, minutes: "30.0005") }
    }
  }

  @Test(
    arguments: [
      ("one talker, silent", "GP", "GP", [], 70), ("silent", "GP", "GN", [], 67),
      ("without a position", "GP", "GN", ["GGA", "RMC"], 67),
    ] as [(name: String, first: String, second: String, failure: [String], count: Int)])
  func aStandbyTakesOver(
    row: (name: String, first: String, second: String, failure: [String], count: Int)
  ) {
    let fixes = Listener(
      hearing: Self.pair(row.first, row.second, firstFails: 40..<60, to: row.failure)
    ).fixes
    // Of two talkers, the second is followed once the first has had no position for more than three seconds, and
    // remains so.
    #expect(fixes.count == row.count)
    #expect(Self.isAscending(fixes))
    #expect(fixes.prefix(40).allSatisfy { $0.latitude == 51.5 })
    #expect(fixes.dropFirst(40).prefix(17).allSatisfy { $0.latitude != 51.5 })
  }

  @Test(arguments: [["GGA"], ["GGA", "RMC"]])
  func anotherIsFollowedWhenTheFirstHasNoPosition(kinds: [String]) {
    let bodies = (0..<40).flatMap { second -> [String] in
      kinds.map { report($0, "GP", Double(second), minutes: second < 20 ? "30.0000" : nil) }
        + [report("GGA", "GN", Double(second) - 40, minutes: "31.0000")]
    }
    let listener = Listener(hearing: bodies)
    // At 22 s, the last position of the first is three seconds old.
    #expect(listener.events.times == (Array(0..<20) + Array(-18..<0)).map { clock($0 * 1000) })
    #expect(listener.events.losses.count == 1)
  }

  @Test func talkersOfOneReceiverAreNotToldApart() {
    let bodies = (0..<30).flatMap { second -> [String] in
      [
        report("GGA", "GP", Double(second)), report("GGA", "GL", Double(second)),
        report("RMC", "GN", Double(second)),
        // The talker of an electronic chart, with the same time and place.
        report("GLL", "EC", Double(second)), gsa([65, 66], talker: "GL"), gsa(),
      ]
    }
    let fixes = Listener(hearing: bodies).fixes
    #expect(fixes.count == 30)
    #expect(fixes.allSatisfy { $0.course == 90 && $0.satellitesUsed == 8 })
  }
}
