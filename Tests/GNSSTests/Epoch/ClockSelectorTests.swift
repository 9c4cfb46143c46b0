// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import TestSupport
import Testing

/// The fixes from a line on which more than one receiver sends.
@Suite struct ClockSelectorTests {
  private static func position(
    _ kind: String, _ talker: String, _ seconds: Double, minutes: String = "30.0000"
  ) -> String {
    let time = clock(Int(seconds * 1000))
    switch kind {
    case "GGA":
      return "\(talker)GGA,\(time),51\(minutes),N,00007.5000,W,1,08,1.2,40.5,M,47.25,M,,"
    case "RMC": return "\(talker)RMC,\(time),A,51\(minutes),N,00007.5000,W,10,90,140625,,,A"
    default: return "\(talker)GLL,51\(minutes),N,00007.5000,W,\(time),A,A"
    }
  }

  private static func isAscending(_ fixes: [Fix]) -> Bool {
    zip(fixes, fixes.dropFirst()).allSatisfy { $0.time.time < $1.time.time }
  }

  @Test(arguments: ["II", "GP"])
  func aPlotterThatRepeatsAnOldPositionIsLeftOut(talker: String) {
    let bodies = (0..<60).flatMap { second -> [String] in
      [
        Self.position("RMC", "GP", Double(second)), Self.position("GGA", "GP", Double(second)),
        // The same for ten seconds.
        Self.position("GLL", talker, Double(second / 10 * 10), minutes: "31.0000"), gsa(),
      ]
    }
    let fixes = Listener(hearing: bodies).fixes
    #expect(fixes.count == 60)
    #expect(Self.isAscending(fixes))
    #expect(fixes.allSatisfy { $0.latitude == 51.5 })
    #expect(fixes.allSatisfy { $0.dilutionOfPrecision.vertical == 1.6 })
  }

  @Test(arguments: [-3600.0, -40, -5, 5, 40, 3600])
  func theReceiverWithTheBetterSentencesIsFollowed(offset: Double) {
    let bodies = (0..<60).flatMap { second -> [String] in
      [
        Self.position("RMC", "II", Double(second) + offset, minutes: "31.0000"),
        gsa([1, 2], hdop: "9.9", vdop: "9.9", talker: "II"),
        Self.position("GGA", "GN", Double(second)), gsa([3, 7, 11], hdop: "0.8", vdop: "1.1"),
        Self.position("RMC", "GN", Double(second)),
      ]
    }
    let fixes = Listener(hearing: bodies).fixes
    // The other receiver may be followed until the better one has sent.
    let later = fixes.dropFirst(2)
    #expect(later.count >= 57)
    #expect(Self.isAscending(Array(later)))
    #expect(later.allSatisfy { $0.latitude == 51.5 })
    #expect(later.allSatisfy { $0.dilutionOfPrecision.vertical == 1.1 })
  }

  @Test func anotherIsFollowedWhenTheFirstStopsOrItsTimeStandsStill() {
    let both = (0..<20).flatMap { second -> [String] in
      [
        Self.position("GGA", "GP", Double(second)),
        Self.position("GGA", "GN", Double(second) - 40, minutes: "31.0000"),
      ]
    }
    let one = (20..<40).flatMap { second -> [String] in
      [
        Self.position("GGA", "GP", 19),
        Self.position("GGA", "GN", Double(second) - 40, minutes: "31.0000"),
      ]
    }
    let fixes = Listener(hearing: both + one).fixes
    #expect(fixes.prefix(20).allSatisfy { $0.latitude == 51.5 })
    #expect(fixes.count(where: { $0.latitude > 51.51 }) >= 16)
  }

  /// The same time at different places: two receivers behind a multiplexer, which both follow UTC.
  @Test func receiversThatAgreeAboutTheTimeAreToldApartByTheirPositions() {
    let bodies = (0..<40).flatMap { second -> [String] in
      [
        Self.position("GGA", "GN", Double(second)), gsa([3, 7, 11], hdop: "0.8", vdop: "1.1"),
        Self.position("GGA", "II", Double(second), minutes: "30.0100"),
        gsa([1, 2], hdop: "9.9", vdop: "9.9", talker: "II"),
      ]
    }
    let later = Listener(hearing: bodies).fixes.dropFirst(5)
    #expect(later.count == 35)
    #expect(later.allSatisfy { $0.latitude == 51.5 && $0.satellitesUsed == 8 })
    #expect(later.allSatisfy { $0.dilutionOfPrecision.vertical == 1.1 })
  }

  @Test func twoReceiversOfOneTalkerStepBackOnceAtMost() {
    let bodies = (0..<60).flatMap { second -> [String] in
      [
        Self.position("RMC", "GP", Double(second)),
        Self.position("RMC", "GP", Double(second) - 40, minutes: "31.0000"),
      ]
    }
    let fixes = Listener(hearing: bodies).fixes
    let steps = zip(fixes, fixes.dropFirst()).count { $1.time.time < $0.time.time }
    #expect(steps <= 1)
    #expect(fixes.count >= 58)
  }

  @Test func talkersOfOneReceiverAreNotToldApart() {
    let bodies = (0..<30).flatMap { second -> [String] in
      [
        Self.position("GGA", "GP", Double(second)), Self.position("GGA", "GL", Double(second)),
        Self.position("RMC", "GN", Double(second)),
        // The talker of an electronic chart, with the same time and place.
        Self.position("GLL", "EC", Double(second)), gsa([65, 66], talker: "GL"), gsa(),
      ]
    }
    let fixes = Listener(hearing: bodies).fixes
    #expect(fixes.count == 30)
    #expect(fixes.allSatisfy { $0.course == 90 && $0.satellitesUsed == 8 })
  }

  @Test func aClockThatIsSetBackIsFollowed() {
    let times = Array(100..<110) + Array(0..<30)
    let listener = Listener(
      hearing: times.flatMap {
        [Self.position("GGA", "GP", Double($0)), Self.position("RMC", "GP", Double($0))]
      })
    #expect(listener.events.times == times.map { clock($0 * 1000) })
  }

  @Test func aGapEndsWithTheFirstSentence() {
    let times = Array(0..<10) + Array(100..<110)
    let listener = Listener(
      hearing: times.flatMap {
        [Self.position("GGA", "GP", Double($0)), Self.position("RMC", "GN", Double($0))]
      })
    #expect(listener.events.times == times.map { clock($0 * 1000) })
  }
}
