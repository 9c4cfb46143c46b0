// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

/// Receivers on boats whose sentences tell where, but not when.
@Suite struct TimelessReceiverTests {
  private static func gll(_ minutes: String) -> String { "IIGLL,37\(minutes),N,12226.618,W,,A" }
  private static func rmc(_ minutes: String) -> String {
    "IIRMC,,A,37\(minutes),N,12226.618,W,2.0,60.0,,,"
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bodies: [String]
    /// The minutes of latitude of each fix.
    let expected: [String]

    init(_ name: String, _ bodies: [String], _ expected: [String]) {
      testDescription = name
      self.bodies = bodies
      self.expected = expected
    }
  }

  static let rows: [Row] = [
    Row("a single position", [gll("48.4051")], ["48.4051"]),
    Row("GLL alone", [gll("48.1"), gll("48.2"), gll("48.3")], ["48.1000", "48.2000", "48.3000"]),
    Row(
      "without a status, as before version 2.0",
      ["LCGLL,3748.1,N,12226.618,W", "LCGLL,3748.2,N,12226.618,W"], ["48.1000", "48.2000"]),
    Row("RMC alone", [rmc("48.1"), rmc("48.2")], ["48.1000", "48.2000"]),
    Row(
      "both are about one instant",
      [rmc("48.1"), gll("48.1"), rmc("48.2"), gll("48.2"), rmc("48.3"), gll("48.3")],
      ["48.1000", "48.2000", "48.3000"]),
    Row(
      "other instruments between them",
      [gll("48.1"), "SDDPT,2.4,0.5", gll("48.2"), "WIMWV,214.8,R,10.5,N,A", gll("48.3")],
      ["48.1000", "48.2000", "48.3000"]),
    Row(
      "the receiver has a time after all, and says that there is no position",
      [gll("48.1"), GNSSTests.rmc("120000", status: "V"), gll("48.2")], []),
    Row("not valid", ["IIGLL,3748.1,N,12226.618,W,,V", "IIGLL,3748.1,N,12226.618,W,,V"], []),
  ]

  @Test(arguments: rows) func fixes(row: Row) {
    let fixes = Listener(hearing: row.bodies).fixes
    let minutes = fixes.map { ($0.latitude - 37) * 60 }
    #expect(fixes.allSatisfy { $0.time == nil })
    #expect(minutes.count == row.expected.count)
    for (found, expected) in zip(minutes, row.expected) {
      #expect(abs(found - (Double(expected) ?? .nan)) < 1e-9)
    }
  }

  @Test func speedAndCourseBelongToThePositionBefore() {
    let fixes = Listener(
      hearing: (1...3).flatMap { [Self.gll("48.\($0)"), vtg(speed: "\($0)", course: "\($0)0")] }
    ).fixes
    #expect(fixes.map(\.course) == [10, 20, 30])
  }

  @Test func aTimeOfTheSameReceiverMakesThemFixesAsEver() {
    let bodies = (0..<5).flatMap { [Self.gll("30.0"), GNSSTests.rmc(clock($0 * 1000))] }
    let fixes = Listener(hearing: bodies).fixes
    #expect(fixes.count == 5)
    #expect(fixes.allSatisfy { $0.time?.date != nil && $0.course == 90 })
  }

  /// The first burst may come from a receiver that sends its times in the next.
  @Test func onALineTheSecondPositionIsTheFirstFix() {
    var listener = Listener()
    for second in 0..<3 {
      listener.receive(Self.gll("48.\(second)"), at: .seconds(second))
      #expect(listener.fixes.count == max(0, second - 1))
      listener.elapse(to: .milliseconds(second * 1000 + 250))
      #expect(listener.fixes.count == second)
    }
    #expect(listener.fixes.map { (($0.latitude - 37) * 60 * 10).rounded() } == [481, 482])
  }

  /// Otherwise, the fix of an instrument that sends every four seconds would be lost after three.
  @Test func theirPeriodIsThatOfTheirArrival() {
    var listener = Listener()
    for second in [0, 4, 8] { listener.receive(Self.gll("48.1"), at: .seconds(second)) }
    #expect(listener.pipeline.period == .seconds(4))
    listener.receive(Self.gll("48.1"), at: .seconds(80))
    #expect(listener.pipeline.period == .seconds(4))
  }

  @Test func theLossHasNoTimeEither() {
    let bodies = [Self.gll("48.1"), Self.gll("48.2"), "IIGLL,,,,,,V"]
    let listener = Listener(hearing: bodies)
    #expect(listener.fixes.count == 2 && listener.events.losses == [nil])
  }

  @Test func waitsForNoDate() {
    var listener = Listener(FixPipeline(undatedFixesHeld: 1024))
    listener.receive(Self.gll("48.1"), Self.gll("48.2"))
    #expect(listener.fixes.count == 1)
  }

  /// A warning of the receiver itself lasts for a minute, by the second that most receivers take for an epoch.
  @Test func warningsEnd() {
    let bodies =
      [Self.gll("48.1"), "PQTMJAMMINGSTATUS,1,3"] + (0..<70).map { _ in Self.gll("48.1") }
    let fixes = Listener(hearing: bodies, with: FixPipeline().warning()).fixes
    let warned = fixes.count { !$0.warnings.isEmpty }
    #expect((60...62).contains(warned))
    #expect(fixes.last?.warnings.isEmpty == true)
  }
}
