// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@testable import GNSS

/// Which sentences form an epoch, and when it is complete.
///
/// The effects on fixes are tested in the suites of `FixPipeline`.
@Suite struct EpochAssemblerTests {
  private static let second: Int64 = 1_000_000_000

  private static func time(_ seconds: Int) -> UTCTime { utc(12, 0, UInt8(seconds)) }

  private static func gga(_ seconds: Int) -> GGA {
    with(GGA()) {
      $0.time = time(seconds)
      $0.quality = .autonomous
      $0.latitude = 51.5
      $0.longitude = -0.125
      $0.hdop = 1.2
    }
  }

  private static func rmc(_ seconds: Int, knots: Double = 10) -> RMC {
    with(RMC()) {
      $0.time = time(seconds)
      $0.status = .valid
      $0.speedKnots = knots
    }
  }

  private static func vtg(_ course: Double, knots: Double = 10) -> VTG {
    with(VTG()) {
      $0.course = course
      $0.speedKnots = knots
    }
  }

  /// An assembler, and the clock that says which sentence begins an epoch.
  private struct Line {
    var assembler = EpochAssembler()
    var clock = ClockSelector()

    var pause: Int64 { assembler.pause(period: clock.period) }

    /// Ends the previous epoch if the message begins one, adds the message, and ends its epoch if it is complete.
    ///
    /// - Returns: the epochs that ended.
    @discardableResult
    mutating func add(_ message: some TimedContributor) -> [Epoch] {
      guard let time = message.time else { return [] }
      var ended: [Epoch] = []
      switch clock.judge(
        message.contribution, of: message.speaker, at: time.nanosecondsOfDay,
        message.coordinate)
      {
      case .current: break
      case .new:
        if assembler.finish() { ended.append(assembler.epoch) }
        assembler.begin(at: time, period: clock.period)
      default: return []
      }
      if assembler.add(message), assembler.finish() { ended.append(assembler.epoch) }
      return ended
    }
  }

  @Test func hasNothingBeforeTheFirstTime() {
    var assembler = EpochAssembler()
    #expect(!assembler.isOpen)
    let isOver = assembler.finish()
    #expect(!isOver)
    let isComplete = assembler.add(Self.vtg(90))
    #expect(!isComplete)
    #expect(!assembler.isOpen)
  }

  @Test func gathersWhatIsSaidOfOneInstant() {
    var line = Line()
    line.add(Self.gga(0))
    line.add(Self.rmc(0))
    _ = line.assembler.add(Self.vtg(90))
    #expect(line.assembler.isOpen)
    let ended = line.add(Self.gga(1))
    #expect(ended.map(\.time) == [Self.time(0)])
    #expect(ended.first?.position.value == Coordinate(51.5, -0.125))
    #expect(ended.first?.course.value == 90)
    #expect(line.assembler.epoch.time == Self.time(1))
    #expect(line.clock.period == Self.second)
  }

  @Test func endsOnceAndDropsWhatComesForItLater() {
    var line = Line()
    line.add(Self.gga(0))
    let isOver = line.assembler.finish()
    #expect(isOver)
    line.add(Self.rmc(0))
    #expect(!line.assembler.isOpen)
    #expect(line.assembler.epoch.speed.value == nil)
  }

  /// The sixth epoch ends with its RMC, because the five epochs before it ended with one.
  @Test func isCompleteWithTheLastSentenceOfTheCycle() {
    var line = Line()
    var ends: [Int] = []
    for second in 0..<8 {
      line.add(Self.gga(second))
      if !line.add(Self.rmc(second)).isEmpty { ends.append(second) }
    }
    #expect(ends == [5, 6, 7])
  }

  @Test(
    arguments: [
      ("not known yet", nil, 250_000_000), ("one second", 1000, 250_000_000),
      ("five hertz", 200, 50_000_000), ("fifty hertz", 20, 10_000_000),
      ("five seconds", 5000, 250_000_000),
    ] as [(String, Int64?, Int64)])
  func aPauseIsAQuarterOfThePeriodWithinLimits(name: String, period: Int64?, pause: Int64) {
    var line = Line()
    if let period {
      line.add(with(Self.gga(0)) { $0.time = utc(12, 0, 0) })
      let seconds = UInt8(period / 1000)
      let time = utc(12, 0, seconds, nanosecond: UInt32(period % 1000) * 1_000_000)
      line.add(with(Self.gga(0)) { $0.time = time })
    }
    #expect(line.pause == pause)
  }

  @Test func aPauseThatCutAnEpochInTwoIsLongerFromThenOn() {
    var line = Line()
    line.add(Self.gga(0))
    let isOver = line.assembler.finishAfterPause()
    #expect(isOver)
    line.add(Self.rmc(0))
    #expect(line.pause == 500_000_000)
  }

  /// It may begin the burst of the next instant, as the time that follows shows.
  @Test func aSentenceWithoutATimeBehindAPauseWaitsForTheTimeThatFollows() {
    var line = Line()
    line.add(Self.gga(0))
    _ = line.assembler.finishAfterPause()
    for second in 1..<4 {
      _ = line.assembler.add(Self.vtg(Double(second)))
      line.add(Self.gga(second))
      let isOver = line.assembler.finishAfterPause()
      #expect(isOver)
      #expect(line.assembler.epoch.course.value == Double(second))
    }
  }

  @Test func holdsNoMoreThanAnyReceiverSendsForOneInstant() {
    var line = Line()
    line.add(Self.gga(0))
    _ = line.assembler.finishAfterPause()
    for course in 0..<100 { _ = line.assembler.add(Self.vtg(Double(course))) }
    line.add(Self.gga(1))
    #expect(line.assembler.epoch.course.value == 0)
    #expect(line.assembler.epoch.time == Self.time(1))
  }

  /// RMC and GGA contain everything: the epoch does not wait for GLL, which most receivers send last.
  @Test func isNotKeptOpenByAGLL() {
    var line = Line()
    let gll = { (second: Int) in
      with(GLL()) {
        $0.time = Self.time(second)
        $0.status = .valid
        $0.latitude = 51.5
        $0.longitude = -0.125
      }
    }
    var ends: [Int] = []
    for second in 0..<8 {
      line.add(Self.gga(second))
      if !line.add(Self.rmc(second)).isEmpty { ends.append(second) }
      line.add(gll(second))
    }
    #expect(ends == [5, 6, 7])
  }
}
