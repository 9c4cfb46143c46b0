// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Testing

/// The instant to which VTG and GSA belong, which contain no time.
@Suite struct TimelessOrderTests {
  @Test func vtgBeforeItsInstantIsKnownByItsSpeed() {
    let fixes = Listener(
      hearing: (0..<20).flatMap { instant -> [String] in
        [
          vtg(speed: "\(5 + instant)", course: "\(instant * 10)"),
          rmc(clock(instant * 1000), speed: "\(5 + instant)", course: ""),
          gga(clock(instant * 1000)),
        ]
      }
    ).fixes
    #expect(fixes.count == 20)
    for (instant, fix) in fixes.enumerated().dropFirst(3) {
      #expect(fix.course == Double(instant * 10))
    }
  }

  @Test func gsaBeforeItsInstantIsKnownByItsDilution() {
    let fixes = Listener(
      hearing: (0..<20).flatMap { instant -> [String] in
        [
          gsa(hdop: "1.\(instant % 10)", vdop: "2.\(instant % 10)"),
          gga(clock(instant * 1000), hdop: "1.\(instant % 10)"),
        ]
      }
    ).fixes
    #expect(fixes.count == 20)
    for (instant, fix) in fixes.enumerated().dropFirst(3) {
      #expect(fix.dilutionOfPrecision.vertical == Double("2.\(instant % 10)"))
    }
  }

  @Test func vtgBeforeItsInstantIsKnownByThePauseBeforeIt() {
    var listener = Listener()
    for instant in 0..<20 {
      listener.receive(
        vtg(course: "\(instant * 10)"), gga(clock(instant * 1000)), at: .seconds(instant))
    }
    listener.finish()
    #expect(listener.courses == [nil] + courses(1..<20, times: 10))
  }

  @Test func vtgBehindItsInstantStaysThere() {
    var listener = Listener()
    for instant in 0..<20 {
      listener.receive(
        rmc(clock(instant * 1000), speed: "\(5 + instant)", course: ""),
        vtg(speed: "\(5 + instant)", course: "\(instant * 10)"), gsa(), at: .seconds(instant))
    }
    listener.finish()
    #expect(listener.courses == courses(0..<20, times: 10))
  }

  @Test func aConstantSpeedTellsNothing() {
    let listener = Listener(
      hearing: (0..<20).flatMap { instant -> [String] in
        [rmc(clock(instant * 1000), course: ""), vtg(course: "\(instant * 10)")]
      })
    #expect(listener.courses == courses(0..<20, times: 10))
  }

  @Test(
    arguments: [("with a time", true), ("without one", false)]
      as [(name: String, hasTime: Bool)])
  func pausesInsideABurstAreSoonWaitedFor(name: String, hasTime: Bool) {
    // Some receivers pause for 300 ms between the position and the rest.
    var listener = Listener()
    for instant in 0..<20 {
      listener.receive(gga(clock(instant * 1000)), at: .milliseconds(instant * 1000))
      listener.elapse(to: .milliseconds(instant * 1000 + 290))
      listener.receive(
        hasTime
          ? rmc(clock(instant * 1000), course: "\(instant * 10)")
          : vtg(course: "\(instant * 10)"),
        at: .milliseconds(instant * 1000 + 300))
      listener.elapse(to: .milliseconds(instant * 1000 + 990))
    }
    listener.finish()
    #expect(listener.fixes.count == 20)
    // What was too late for the first instant is not assigned to the second.
    #expect(listener.courses == [nil] + courses(1..<20, times: 10))
  }

  @Test func aHiccupDoesNotMoveVTGToTheNextInstant() {
    // The line is silent once in the middle of a burst, immediately before VTG.
    var listener = Listener()
    for instant in 0..<40 {
      let now = Duration.milliseconds(instant * 100)
      listener.receive(gga(clock(instant * 100)), at: now)
      listener.receive(
        vtg(course: "\(instant)"), at: now + .milliseconds(instant == 20 ? 60 : 1))
    }
    listener.finish()
    // That one VTG was too late.
    #expect(listener.courses == courses(0..<20) + [nil] + courses(21..<40))
  }

  @Test func aStallThatLastsUntilTheNextBurstDoesNotMoveVTGForGood() {
    var listener = Listener()
    for instant in 0..<40 {
      let now = Duration.milliseconds(instant * 100)
      listener.receive(gga(clock(instant * 100)), at: now)
      // The next GGA follows immediately.
      listener.receive(
        vtg(course: "\(instant)"), at: now + .milliseconds(instant == 20 ? 99 : 1))
    }
    listener.finish()
    #expect(Array(listener.courses.suffix(15)) == courses(25..<40))
  }

  @Test func aHiccupDoesNotMoveVTGToTheInstantBefore() {
    var listener = Listener()
    for instant in 0..<40 {
      let now = Duration.milliseconds(instant * 100)
      listener.receive(vtg(course: "\(instant)"), at: now)
      listener.receive(gga(clock(instant * 100)), at: now + .milliseconds(instant == 20 ? 60 : 1))
    }
    listener.finish()
    // How long a pause lasts is known from the second epoch on.
    #expect(Array(listener.courses.dropFirst(2)) == courses(2..<40))
  }

  @Test(arguments: [
    NumberedCycle("behind the date", "ZDA", "VTG", "GGA"),
    NumberedCycle("behind the satellites used", "GSA", "VTG", "GGA"),
    NumberedCycle("behind both", "GSA", "ZDA", "VTG", "GGA"),
    NumberedCycle("behind the satellites in view", "GSV", "VTG", "GGA"),
  ])
  func aPauseCountsForAllBeforeTheFirstTime(cycle: NumberedCycle) {
    var listener = Listener()
    for n in 0..<20 { listener.receive(bytes: encoded(cycle.bodies(n)), at: .seconds(n)) }
    listener.finish()
    #expect(listener.courses == [nil] + courses(1..<20))
  }
}
