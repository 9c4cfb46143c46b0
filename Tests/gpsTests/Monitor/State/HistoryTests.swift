// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@testable import GNSS
@testable import gps

@Suite struct FixHistoryTests {
  @Test func keepsTheWorstOfASecondForFiveMinutes() throws {
    var history = FixHistory()
    history.received(try SampleScene.fix(accuracy: 3), at: .milliseconds(10_100))
    history.received(try SampleScene.fix(accuracy: 9), at: .milliseconds(10_500))
    history.received(try SampleScene.fix(accuracy: nil), at: .milliseconds(10_900))
    let recent = history.recent(at: .seconds(11))
    #expect(recent.count == 300)
    #expect(recent[299] == nil)
    #expect(recent[298] == FixHistory.Second(accuracy: 9, satellites: 5))
    #expect(history.recent(at: .seconds(309)).first == .some(recent[298]))
    #expect(history.recent(at: .seconds(310)).allSatisfy { $0 == nil })
  }

  @Test func doesNotGrow() throws {
    var history = FixHistory()
    for second in 0..<5000 { history.received(try SampleScene.fix(), at: .seconds(second)) }
    #expect(history.recent(at: .seconds(4999)).allSatisfy { $0 != nil })
  }
}

@Suite struct FixScatterTests {
  @Test func measuresFromTheMean() throws {
    var scatter = FixScatter()
    scatter.received(try SampleScene.fix(east: 3, north: 0))
    scatter.received(try SampleScene.fix(east: -1, north: 2))
    // The mean is 1 m east and 1 m north: the points are 2 m east and 1 m south of it, and the opposite.
    let points = scatter.points
    #expect(points.count == 2)
    #expect(abs(points[0].east - 2) < 0.01 && abs(points[0].north + 1) < 0.01)
    #expect(abs(points[1].east + 2) < 0.01 && abs(points[1].north - 1) < 0.01)
  }

  @Test func isNotTornByTheAntimeridian() throws {
    var scatter = FixScatter()
    var fix = try SampleScene.fix()
    for longitude in [179.99999, -179.99999] {
      (fix.latitude, fix.longitude) = (0, longitude)
      scatter.received(fix)
    }
    // 0.00002° along the equator are 2.2 m.
    #expect(abs(scatter.points[1].east - scatter.points[0].east - 2.2239) < 0.001)
  }

  @Test func ringsAreNearestRanks() {
    let points = (1...20).map { FixScatter.Point(east: Double($0), north: 0) }
    #expect(FixScatter.radius(holding: 0.5, of: points) == 10)
    #expect(FixScatter.radius(holding: 0.95, of: points) == 19)
    #expect(FixScatter.radius(holding: 0.5, of: Array(points.dropLast())) == nil)
  }

  @Test func keepsTheNewestOnly() throws {
    var scatter = FixScatter()
    for number in 0..<1000 { scatter.received(try SampleScene.fix(east: Double(number))) }
    #expect(scatter.points.count == 300)
  }
}

@Suite struct SentenceTallyTests {
  private static func bytes(_ body: String) -> [UInt8] {
    Array(SentenceEncoder.sentence(body: body).utf8)
  }

  @Test func countsByAddress() {
    var tally = SentenceTally()
    for second in 0..<20 {
      let now = Duration.seconds(1000 + second)
      let time = "1200\(second < 10 ? "0" : "")\(second)"
      tally.received(
        Self.bytes("GPGGA,\(time),4732.6220,N,00940.9980,E,1,08,1.0,396.0,M,47.0,M,,"), at: now)
      for number in 1...3 { tally.received(Self.bytes("GPGSV,3,\(number),12"), at: now) }
      if second % 5 == 0 { tally.received(Self.bytes("GPTXT,01,01,02,hello"), at: now) }
    }
    #expect(tally.entries.map(\.address) == ["GPGGA", "GPGSV", "GPTXT"])
    #expect(tally.entries.map(\.count) == [20, 60, 4])
    // The nine whole seconds from 11 to 19 contain one TXT, in second 15.
    let rates = tally.entries.map { tally.rate(of: $0, at: .milliseconds(1_020_500)) }
    #expect(rates == [1, 3, 1 / 9.0])
    #expect(tally.count == 84 && tally.texts.last?.hasPrefix("$GPGSV,3,3,12*") == true)
  }

  @Test func aRateFadesWhenNothingComes() {
    var tally = SentenceTally()
    tally.received(Self.bytes("GPTXT,01,01,02,hello"), at: .seconds(5))
    #expect(tally.entries.map { tally.rate(of: $0, at: .seconds(5)) } == [nil])
    #expect(tally.entries.map { tally.rate(of: $0, at: .seconds(8)) } == [0])
    #expect(tally.entries.map { tally.rate(of: $0, at: .seconds(5000)) } == [0])
  }

  @Test func countsWhatIsDamaged() {
    var tally = SentenceTally()
    tally.received(Array("$GPGGA,1*00\r\n$GPGLL,2".utf8), at: .zero)
    tally.received(Self.bytes("GPTXT,01,01,02,hello"), at: .zero)
    #expect(tally.defects.checksumMismatches == 1 && tally.defects.brokenSentences == 1)
    #expect(tally.count == 1)
  }

  @Test func knowsTheVariation() {
    var tally = SentenceTally()
    #expect(tally.variation == nil)
    tally.received(
      Self.bytes("GPRMC,120000,A,4732.6220,N,00940.9980,E,2.0,60.0,150625,3.5,E,A"), at: .zero)
    #expect(tally.variation == 3.5)
    tally.received(
      Self.bytes("GPRMC,120001,A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A"), at: .zero)
    #expect(tally.variation == 3.5)
  }
}

@Suite struct FixLatencyTests {
  @Test func measuresFromTheLastByteAndFromTheFirst() {
    var latency = FixLatency()
    for second in 1...5 {
      let start = Duration.seconds(second)
      for piece in 0..<10 { latency.receivedBytes(at: start + .milliseconds(piece * 30)) }
      let arrival = start + .milliseconds(270)
      latency.receivedFix(arrival: arrival, at: arrival + .milliseconds(second))
      // Bytes that follow the fix in its burst do not begin a new burst.
      latency.receivedBytes(at: start + .milliseconds(300))
    }
    #expect(latency.summary?.median == .milliseconds(3))
    #expect(latency.summary?.longest == .milliseconds(5))
    #expect(latency.burst == .milliseconds(275))
  }

  @Test func aLineThatIsNeverQuietHasNoBursts() {
    var latency = FixLatency()
    for piece in 0..<200 {
      latency.receivedBytes(at: .milliseconds(piece * 10))
      if piece % 100 == 99 {
        latency.receivedFix(arrival: .milliseconds(piece * 10), at: .milliseconds(piece * 10))
      }
    }
    #expect(latency.burst == nil && latency.summary?.median == .zero)
  }
}
