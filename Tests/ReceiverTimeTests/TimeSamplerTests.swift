// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import ReceiverTime
import Testing
import UBX

/// A receiver whose bursts arrive at times that the test chooses, read as by a live one.
private struct Line {
  var sampler = TimeSampler()
  var samples: [TimeSample] = []
  private var pipeline = FixPipeline()
  /// 15 June 2025, 12:00:00 UTC.
  static let noon: Int64 = 1_749_988_800_000_000_000
  static let millisecond: Int64 = 1_000_000

  /// Sends bytes that arrive so many milliseconds after noon by a machine's clock that is right.
  mutating func send(_ bytes: [UInt8], at milliseconds: Int64) {
    var fixes: [ReceiverReport] = []
    let arrival = Line.noon + milliseconds * Line.millisecond
    sampler.received(bytes.span.bytes, at: arrival)
    pipeline.push(bytes.span.bytes, at: .milliseconds(milliseconds + 100_000)) { fixes.append($0) }
    for report in fixes {
      switch report {
      case .fix(let fix): if let sample = sampler.received(fix) { samples.append(sample) }
      case .fixLost: sampler.fixLost()
      default: break
      }
    }
  }

  mutating func send(_ bodies: [String], at milliseconds: Int64) {
    send(bodies.flatMap(Line.sentence), at: milliseconds)
  }

  static func sentence(_ body: String) -> [UInt8] {
    let sum = body.utf8.reduce(0, ^)
    let digits = String(sum, radix: 16, uppercase: true)
    return Array("$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n".utf8)
  }

  /// The time of day of so many milliseconds after noon.
  static func clock(_ milliseconds: Int64) -> String {
    func digits(_ value: Int64) -> String { (value < 10 ? "0" : "") + String(value) }
    let seconds = milliseconds / 1000
    return
      "12\(digits(seconds / 60 % 60))\(digits(seconds % 60)).\(digits(milliseconds % 1000 / 10))"
  }

  static func rmc(_ milliseconds: Int64, status: String = "A", date: String = "150625") -> String {
    "GPRMC,\(clock(milliseconds)),\(status),4732.6220,N,00940.9980,E,2.0,60.0,\(date),,,\(status == "A" ? "A" : "N")"
  }

  static func gga(_ milliseconds: Int64, quality: Int = 1) -> String {
    "GPGGA,\(clock(milliseconds)),4732.6220,N,00940.9980,E,\(quality),08,1.0,396.0,M,47.0,M,,"
  }

  /// Sends one burst a second with the first byte late by a number of milliseconds.
  mutating func run(_ seconds: Range<Int64>, late: Int64 = 120) {
    for second in seconds {
      send([Line.rmc(second * 1000), Line.gga(second * 1000)], at: second * 1000 + late)
    }
  }

  /// By how much each sample is late, milliseconds.
  var delays: [Int64] { samples.map { ($0.arrival - $0.time) / Line.millisecond } }
  /// The seconds of the samples, after noon.
  var seconds: [Int64] { samples.map { ($0.time - Line.noon) / 1_000_000_000 } }
}

/// Which moments make a sample.
@Suite struct TimeSamplerTests {
  @Test func samplesEverySecondOnceFourEpochsAgree() {
    var line = Line()
    line.run(0..<10)
    // The beginning of the first burst is unknown; the next four agree.
    #expect(line.seconds == [4, 5, 6, 7, 8, 9])
    #expect(line.delays == Array(repeating: 120, count: 6))
    #expect(line.sampler.state == .sampling)
  }

  @Test func measuresTheFirstByteWhereverTheTimeStands() {
    for order in [0, 1] {
      var line = Line()
      for second in Int64(0)..<10 {
        let bodies = ["GPVTG,60.0,T,,M,2.0,N,3.7,K,A", Line.gga(second * 1000)]
        let rmc = [Line.rmc(second * 1000)]
        // In three pieces, as a slow line delivers them.
        let all = order == 0 ? rmc + bodies : bodies + rmc
        for (index, body) in all.enumerated() {
          line.send([body], at: second * 1000 + 120 + Int64(index) * 60)
        }
      }
      #expect(line.delays.count >= 4)
      #expect(line.delays.allSatisfy { $0 == 120 }, "order \(order)")
    }
  }

  @Test func samplesOnlyWholeSecondsAtFiveHertz() {
    var line = Line()
    for tick in Int64(0)..<25 {
      line.send([Line.rmc(tick * 200), Line.gga(tick * 200)], at: tick * 200 + 40)
      // The sender stalls for a moment within the burst; that is no new burst.
      line.send(["GPGSA,A,3,01,02,03,04,,,,,,,,,2.0,1.0,1.7"], at: tick * 200 + 60)
    }
    #expect(line.seconds.count >= 3 && line.seconds == Array(Set(line.seconds)).sorted())
    #expect(line.delays.allSatisfy { $0 == 40 })
  }

  @Test func aStallWithinABurstIsNoNewBurst() {
    var line = Line()
    for second in Int64(0)..<10 {
      line.send([Line.rmc(second * 1000)], at: second * 1000 + 120)
      line.send([Line.gga(second * 1000)], at: second * 1000 + 320)
    }
    #expect(line.delays.count >= 5 && line.delays.allSatisfy { $0 == 120 })
  }

  @Test(arguments: ["no fix", "no date", "simulated", "fractions only"])
  func samplesNothing(_ why: String) {
    var line = Line()
    for time in stride(from: Int64(0), to: 10_000, by: 1000) {
      let bodies =
        switch why {
        case "no fix": [Line.rmc(time, status: "V")]
        case "no date": [Line.gga(time)]
        case "simulated": [Line.rmc(time), Line.gga(time, quality: 8)]
        default: [Line.rmc(time + 500), Line.gga(time + 500)]
        }
      line.send(bodies, at: time + 620)
    }
    #expect(line.samples.isEmpty)
  }

  @Test func beginsAnewWhenTheMachinesClockJumps() {
    var line = Line()
    line.run(0..<8)
    line.samples = []
    // From here on the machine's clock is a minute ahead.
    line.run(8..<16, late: 60_120)
    #expect(line.seconds.first == 11, "8, 9 and 10 have not been confirmed")
    #expect(line.delays.allSatisfy { $0 == 60_120 })
  }

  @Test func beginsAnewWhenTheReceiversTimeJumps() {
    var line = Line()
    line.run(0..<8)
    line.samples = []
    for second in Int64(8)..<16 {
      line.send(
        [Line.rmc((second + 300) * 1000), Line.gga((second + 300) * 1000)], at: second * 1000 + 120)
    }
    #expect(line.seconds.first == 311)
  }

  @Test func beginsAnewAfterTheFixWasLost() {
    var line = Line()
    line.run(0..<8)
    line.samples = []
    line.send([Line.rmc(8000, status: "V"), Line.gga(8000, quality: 0)], at: 8120)
    line.run(9..<15)
    #expect(line.seconds == [12, 13, 14])
  }

  // MARK: Frames

  /// Returns NAV-PVT of noon and some seconds.
  private static func pvt(_ second: Int64, year: Int64 = 2025, valid: UInt8 = 0b111) -> [UInt8] {
    var payload = [UInt8](repeating: 0, count: 92)
    func put(_ value: Int64, _ offset: Int, _ count: Int) {
      for index in 0..<count {
        payload[offset + index] = UInt8(truncatingIfNeeded: value >> Int64(8 * index))
      }
    }
    put(43_218_000 + second * 1000, 0, 4)
    put(year, 4, 2)
    put(6, 6, 1)
    put(15, 7, 1)
    put(12, 8, 1)
    put(second, 10, 1)
    put(Int64(valid), 11, 1)
    put(3, 20, 1)
    put(1, 21, 1)
    put(97_000_000, 24, 4)
    put(475_000_000, 28, 4)
    put(2000, 40, 4)
    return FrameCandidate.bytes(NAVPVT.kind, payload)
  }

  /// Returns NAV-TIMELS at noon and some seconds.
  private static func leap(_ second: Int64, change: Int8, in seconds: Int32) -> [UInt8] {
    var payload = [UInt8](repeating: 0, count: 24)
    func put(_ value: Int64, _ offset: Int, _ count: Int) {
      for index in 0..<count {
        payload[offset + index] = UInt8(truncatingIfNeeded: value >> Int64(8 * index))
      }
    }
    put(43_218_000 + second * 1000, 0, 4)
    put(18, 9, 1)
    put(Int64(change), 11, 1)
    put(Int64(seconds), 12, 4)
    put(3, 23, 1)
    return FrameCandidate.bytes(NAVTIMELS.kind, payload)
  }

  static func gll(_ milliseconds: Int64, ahead seconds: Int64) -> String {
    let time = (43_200_000 + milliseconds) / 1000 + seconds
    let parts = [time / 3600, time / 60 % 60, time % 60].map { ($0 < 10 ? "0" : "") + String($0) }
    return "GPGLL,4732.6220,N,00940.9980,E,\(parts.joined()).00,A,A"
  }

  /// GLL in local time, in each burst or in one of its own.
  @Test(arguments: [7200, -18_000, 19_800, -12_600] as [Int64], [0, 400] as [Int64])
  func samplesNothingOfALineThatContradictsItself(ahead: Int64, pause: Int64) {
    var line = Line()
    for second in Int64(0)..<30 {
      line.send([Line.gga(second * 1000)], at: second * 1000 + 70)
      line.send([Self.gll(second * 1000, ahead: ahead)], at: second * 1000 + 71 + pause)
      line.send([Line.rmc(second * 1000)], at: second * 1000 + 72 + pause)
    }
    #expect(line.samples.isEmpty)
    #expect(line.sampler.state == .contradictory)
    // A minute after the last contradiction it is trusted again.
    line.run(30..<100)
    #expect(line.seconds.first.map { (89...95).contains($0) } == true)
    #expect(line.sampler.state == .sampling)
  }

  @Test(arguments: [0, -1, -2] as [Int64]) func aSentenceMayLagBehind(ahead: Int64) {
    var line = Line()
    for second in Int64(10)..<20 {
      line.send(
        [Line.rmc(second * 1000), Self.gll(second * 1000, ahead: ahead)], at: second * 1000 + 70)
    }
    #expect(line.sampler.state == .sampling)
  }

  /// An hour ahead for a second, and seven seconds behind for two.
  @Test func aClockThatStepsAndStepsBackIsSampledAgainSoon() {
    var line = Line()
    for second in Int64(0)..<24 {
      let shift: Int64 = second == 8 ? 3600 : (14..<16).contains(second) ? -7 : 0
      let told = (second + shift) * 1000
      line.send([Line.rmc(told), Line.gga(told)], at: second * 1000 + 70)
    }
    #expect(line.sampler.state == .sampling)
    #expect(line.seconds.allSatisfy { (0..<24).contains($0) })
    #expect(line.seconds.contains(12) && line.seconds.contains(23))
  }

  @Test func samplesFramesToo() {
    var line = Line()
    for second in Int64(0)..<10 { line.send(Self.pvt(second), at: second * 1000 + 70) }
    #expect(line.delays.count >= 5 && line.delays.allSatisfy { $0 == 70 })
  }

  @Test func waitsUntilTheLeapSecondsAreKnown() {
    var line = Line()
    for second in Int64(0)..<10 {
      line.send(Self.pvt(second, valid: 0b011), at: second * 1000 + 70)
    }
    #expect(line.samples.isEmpty)
    #expect(line.sampler.state == .leapSecondsUnknown)
  }

  @Test(
    arguments: [
      ("the end of June", 1, 1_339_200, .insert), ("deleted", -1, 1_339_200, .delete),
      ("past", 1, -5, .none), ("the end of December", 1, 17_236_800, .none), ("none", 0, 0, .none),
    ] as [(String, Int8, Int32, TimeSample.Leap)])
  func announcesALeapSecondInItsMonth(
    _ why: String, change: Int8, seconds: Int32, leap: TimeSample.Leap
  ) {
    var line = Line()
    for second in Int64(0)..<10 {
      line.send(
        Self.pvt(second) + Self.leap(second, change: change, in: seconds), at: second * 1000 + 70)
    }
    #expect(!line.samples.isEmpty && line.samples.allSatisfy { $0.leap == leap }, "\(why)")
  }

  @Test func announcesNoLeapSecondBeyondTheTimesThatCanBeCounted() {
    var line = Line()
    for second in Int64(0)..<10 {
      line.send(
        Self.pvt(second, year: 2199) + Self.leap(second, change: 1, in: .max),
        at: second * 1000 + 70)
    }
    #expect(!line.samples.isEmpty && line.samples.allSatisfy { $0.leap == .none })
  }
}
