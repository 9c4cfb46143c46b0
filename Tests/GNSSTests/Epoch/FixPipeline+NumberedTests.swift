// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

/// Each fix has what was sent about its own instant, and nothing else.
@Suite struct FixPipelineNumberedTests {
  static let cycles = [
    NumberedCycle("u-blox", "RMC", "VTG", "GGA", "GSA", "GSA", "GSV", "GSV", "GLL"),
    NumberedCycle("SiRF", "GGA", "GSA", "GSV", "RMC", "VTG"),
    NumberedCycle("Garmin", "RMC", "GGA", "GSA", "GSV", "GLL", "PGRME"),
    NumberedCycle("MediaTek", "GGA", "GSA", "GSA", "RMC", "VTG", "ZDA"),
    NumberedCycle("surveying", "GNS", "VTG", "ZDA"),
    NumberedCycle("satellites in view last", "GLL", "RMC", "VTG", "GGA", "GSA", "GSV", "GSV"),
    NumberedCycle("errors first", "GST", "GGA", "RMC"),
    NumberedCycle("RMC twice", "RMC", "GGA", "RMC"),
    NumberedCycle("GGA alone", "GGA"),
    NumberedCycle("RMC alone", "RMC"),
    NumberedCycle("GLL alone", "GLL"),
    NumberedCycle("no altitude", "RMC", "GLL"),
  ]

  @Test(arguments: cycles, [1000, 200, 40])
  func nothingLeaksFromOneInstantIntoAnother(cycle: NumberedCycle, period: Int) {
    let cycle = with(cycle) { $0.period = period }
    let listener = Listener(hearing: (0..<120).flatMap(cycle.bodies))
    #expect(listener.events.times == (0..<120).map(cycle.time))
    #expect(listener.events.losses == [])
    for (n, fix) in listener.fixes.enumerated() { expect(fix, n, of: cycle.kinds) }
  }

  /// Expects a fix to have the numbers of its epoch, as far as the sentences contain them.
  private func expect(_ fix: Fix, _ n: Int, of kinds: [String]) {
    let hasAltitude = kinds.contains("GGA") || kinds.contains("GNS")
    let hasSpeed = kinds.contains("RMC") || kinds.contains("VTG")
    #expect(abs(fix.latitude - (51 + Double(n) / 6000)) < 1e-12)
    #expect(fix.altitude == (hasAltitude ? Double(n) + 0.5 : nil))
    #expect(fix.course == (hasSpeed ? Double(n) : nil))
    // A knot is 1852 m per hour.
    #expect(abs((fix.speed ?? 0) - (hasSpeed ? Double(n) * 1852 / 3600 : 0)) < 1e-9)
    #expect(
      fix.dilutionOfPrecision.vertical
        == (kinds.contains("GSA") ? Double("\(1 + n / 10).\(n % 10)") : nil))
  }

  @Test func oneSentenceASecondMakesOneFixASecond() {
    // A receiver on a boat's bus sends a different kind of sentence every second.
    let kinds = ["RMC", "GGA", "GLL", "GNS"]
    let listener = Listener(
      hearing: (0..<40).flatMap { NumberedCycle("", kinds[$0 % 4]).bodies($0) })
    #expect(listener.events.times == (0..<40).map { clock($0 * 1000) })
    for (n, fix) in listener.fixes.enumerated() { expect(fix, n, of: [kinds[n % 4]]) }
  }

  @Test func whatComesBehindTheNextInstantIsDropped() {
    // Each GGA follows the RMC of the next second. The RMC of the first second is missing, so that the stream
    // begins with an apparent step back.
    let listener = Listener(
      hearing: (0..<40).flatMap { n in
        NumberedCycle("", "RMC").bodies(n + 1) + NumberedCycle("", "GGA").bodies(n)
      })
    #expect(listener.events.times == (1...40).map { clock($0 * 1000) })
    for (n, fix) in listener.fixes.enumerated() { expect(fix, n + 1, of: ["RMC"]) }
    #expect(listener.pipeline.defects.lateInstants == 1)
  }

  @Test func aDateSentAheadMakesNoFix() {
    let listener = Listener(
      hearing: (0..<40).flatMap {
        NumberedCycle("", "GGA", "VTG").bodies($0) + [zda(clock($0 * 1000 + 2000))]
      })
    #expect(listener.events.times == (0..<40).map { clock($0 * 1000) })
    for (n, fix) in listener.fixes.enumerated() { expect(fix, n, of: ["GGA", "VTG"]) }
  }

  @Test(arguments: [
    (name: "errors, 1 Hz", kinds: ["RMC", "GGA", "GST"], period: 1000),
    (name: "errors, 10 Hz", kinds: ["RMC", "GGA", "GST"], period: 100),
    (name: "satellites, 5 Hz", kinds: ["GGA", "GSA"], period: 200),
    (name: "speed, 1 Hz", kinds: ["GNS", "VTG"], period: 1000),
  ])
  func whatComesWithEveryTenthInstantIsLostOnceAtMost(
    name: String, kinds: [String], period: Int
  ) throws {
    var cycle = NumberedCycle(name, kinds[0], kinds[1])
    if kinds.count > 2 { cycle = NumberedCycle(name, kinds[0], kinds[1], kinds[2]) }
    cycle.period = period
    cycle.seldom = kinds.last
    let listener = Listener(hearing: (0..<400).flatMap(cycle.bodies))
    #expect(listener.events.times == (0..<400).map(cycle.time))
    let complete = listener.fixes.enumerated().filter { _, fix in
      switch kinds.last {
      case "GST": fix.horizontalAccuracySource == .pseudorangeStatistics
      case "GSA": fix.mode != nil
      default: fix.course != nil
      }
    }
    #expect((39...40).contains(complete.count))
    #expect(complete.allSatisfy { $0.offset % 10 == 9 })
  }

  // MARK: The end, once the cycle is known

  @Test(
    arguments: [
      // A GLL after RMC and GGA adds nothing.
      (cycles[0], 4), (cycles[1], 4), (cycles[2], 5), (cycles[3], 4), (cycles[4], 1),
      (cycles[5], 4), (cycles[6], 2), (cycles[7], 2), (cycles[8], 0), (cycles[11], 1),
    ] as [(cycle: NumberedCycle, last: Int)], [1000, 100, 40])
  func theLastContributionTellsTheFix(row: (cycle: NumberedCycle, last: Int), period: Int) {
    let cycle = with(row.cycle) { $0.period = period }
    // Five epochs in a row, or two seconds if that is longer.
    let known = max(5, 2000 / period)
    var listener = Listener()
    for n in 0..<known + 40 {
      for (place, body) in cycle.bodies(n).enumerated() {
        let told = listener.receive(body).times
        let isEndOfLast = place == 0 && (1...known).contains(n)
        let isEnd = place == row.last && n >= known
        let expected = (isEndOfLast ? [cycle.time(n - 1)] : []) + (isEnd ? [cycle.time(n)] : [])
        #expect(told == expected, "sentence \(place) of epoch \(n)")
      }
    }
    #expect(listener.finish().times == [])
  }

  @Test func anInstantThatIsCutShortIsEndedByTheNext() {
    let cycle = NumberedCycle("", "RMC", "GGA", "GST")
    var listener = Listener()
    for n in 0..<20 { listener.receive(bytes: encoded(cycle.bodies(n))) }
    #expect(listener.events.times.count == 20)
    #expect(listener.receive(bytes: encoded(cycle.bodies(20).dropLast())).times == [])
    #expect(
      listener.receive(bytes: encoded(cycle.bodies(21))).times == [cycle.time(20), cycle.time(21)])
  }
}
