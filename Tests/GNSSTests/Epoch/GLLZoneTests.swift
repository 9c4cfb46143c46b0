// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

/// GLL in local time, as plotters send it beside sentences in UTC.
@Suite struct GLLZoneTests {
  /// Zones: whole, half and quarter hours, ahead and behind, and beyond half a day.
  static let zones: [Double] = [2, -5, 5.5, -3.5, 5.75, -0.25, 12.75, 13, -11]

  private static func line(
    _ order: String, zone: Double, talker: String = "GP", seconds: Range<Int> = 0..<30
  ) -> [[String]] {
    seconds.map { second in
      let time = Double(second)
      return order.map { letter in
        switch letter {
        case "G": report("GGA", "GP", time)
        case "R": report("RMC", "GP", time)
        case "N": report("GNS", "GN", time)
        case "Z": zda(clock(second * 1000))
        default: report("GLL", talker, time + zone * 3600)
        }
      }
    }
  }

  private static func dated(_ seconds: Range<Int>) -> [String] {
    seconds.map { "2025-06-14 " + clock($0 * 1000) }
  }

  private static func stamps(_ fixes: [Fix]) -> [String] {
    fixes.map { ($0.time?.date?.description ?? "") + " " + $0.clock }
  }

  @Test(
    arguments: ["GLR", "LGR", "GRL", "RLG", "LRG", "RL", "LR", "NZL", "LNZ", "ZGL", "ZL", "LZ"],
    zones)
  func fixesHaveTheTimeThatBelongsToADate(order: String, zone: Double) {
    for talker in ["GP", "II"] {
      let fixes = Listener(
        hearing: Self.line(order, zone: zone, talker: talker).flatMap { $0 },
        with: FixPipeline(undatedFixesHeld: 100)
      ).fixes
      #expect(Self.stamps(fixes) == Self.dated(0..<30), "\(talker)")
    }
  }

  @Test(arguments: ["GL", "LG"], zones)
  func withoutADateTheBetterPositionIsBelieved(order: String, zone: Double) {
    let fixes = Listener(hearing: Self.line(order, zone: zone).flatMap { $0 }).fixes
    #expect(fixes.map(\.clock) == (0..<30).map { clock($0 * 1000) })
  }

  /// Each burst is read at once, and a pause ends it.
  @Test(arguments: ["GLR", "LGR", "GRL", "ZL", "RL"], zones)
  func aLiveLineIsReadLikeARecording(order: String, zone: Double) {
    var listener = Listener()
    for (second, burst) in Self.line(order, zone: zone).enumerated() {
      let text = burst.map { SentenceEncoder.sentence(body: $0) }.joined()
      listener.receive(bytes: text.utf8, at: .seconds(second))
      listener.elapse(to: .seconds(second) + .milliseconds(700))
    }
    #expect(listener.fixes.map(\.clock) == (0..<30).map { clock($0 * 1000) })
  }

  @Test func othersMayBeRarer() {
    let bodies = (0..<40).flatMap { second -> [String] in
      let gll = report("GLL", "GP", Double(second) + 7200)
      return [report("GGA", "GP", Double(second)), gll]
        + (second % 10 == 5 ? [report("RMC", "GP", Double(second))] : [])
    }
    let fixes = Listener(hearing: bodies, with: FixPipeline(undatedFixesHeld: 100)).fixes
    #expect(Self.stamps(fixes) == Self.dated(0..<40))
  }

  @Test(arguments: [1, 2, 600, 2200] as [Double]) func whatIsMerelyLateIsNotInLocalTime(lag: Double)
  {
    let bodies = (0..<30).flatMap { second -> [String] in
      [report("RMC", "GP", Double(second)), report("GLL", "GP", Double(second) - lag)]
    }
    #expect(
      Listener(hearing: bodies).fixes.suffix(20).map(\.clock) == (10..<30).map { clock($0 * 1000) })
  }

  /// A receiver that reports every quarter of an hour, or whose recording has such a gap, loses no instant.
  @Test(arguments: ["LR", "RL", "LGR", "LZ", "ZL", "L"])
  func aGapOfAQuarterHourIsNoZone(order: String) {
    let bodies = (0..<12).flatMap { index in
      Self.line(order, zone: 0, seconds: index * 900..<index * 900 + 1).flatMap { $0 }
    }
    #expect(Listener(hearing: bodies).fixes.map(\.clock) == (0..<12).map { clock($0 * 900_000) })
  }

  @Test func whenOtherSentencesEndLocalTimeIsStillKnown() {
    let both = Self.line("GLR", zone: 2, seconds: 0..<20)
    let alone = Self.line("L", zone: 2, seconds: 20..<120)
    let fixes = Listener(hearing: (both + alone).flatMap { $0 }).fixes
    #expect(fixes.allSatisfy { $0.clock < "120200.000" })
    #expect(fixes.last?.clock == clock(119_000))
  }
}
