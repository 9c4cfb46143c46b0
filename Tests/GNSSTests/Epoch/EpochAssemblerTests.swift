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

  /// Ends the previous epoch if the message has another time, adds the message, and ends its epoch if it is complete.
  ///
  /// - Returns: the epochs that ended.
  @discardableResult
  private func add(_ message: some TimedContributor, to assembler: inout EpochAssembler) -> [Epoch]
  {
    guard let time = message.time else { return [] }
    let now = time.nanosecondsOfDay
    var ended: [Epoch] = []
    if assembler.startsAnew(now), assembler.finish() { ended.append(assembler.epoch) }
    if assembler.add(message, at: time, now), assembler.finish() { ended.append(assembler.epoch) }
    return ended
  }

  @Test func hasNothingBeforeTheFirstTime() {
    var assembler = EpochAssembler()
    #expect(!assembler.isOpen)
    let isOver = assembler.finish()
    #expect(!isOver)
    let isComplete = assembler.add(Self.vtg(90))
    #expect(!isComplete)
    #expect(!assembler.isOpen)
    #expect(assembler.period == nil)
  }

  @Test func gathersWhatIsSaidOfOneInstant() {
    var assembler = EpochAssembler()
    add(Self.gga(0), to: &assembler)
    add(Self.rmc(0), to: &assembler)
    _ = assembler.add(Self.vtg(90))
    #expect(assembler.isOpen)
    let ended = add(Self.gga(1), to: &assembler)
    #expect(ended.map(\.time) == [Self.time(0)])
    #expect(ended.first?.position.value == Coordinate(51.5, -0.125))
    #expect(ended.first?.course.value == 90)
    #expect(assembler.epoch.time == Self.time(1))
    #expect(assembler.period == Self.second)
  }

  @Test func endsOnceAndDropsWhatComesForItLater() {
    var assembler = EpochAssembler()
    add(Self.gga(0), to: &assembler)
    let isOver = assembler.finish()
    #expect(isOver)
    add(Self.rmc(0), to: &assembler)
    #expect(!assembler.isOpen)
    #expect(assembler.epoch.speed.value == nil)
  }

  /// The sixth epoch ends with its RMC, because the five epochs before it ended with one.
  @Test func isCompleteWithTheLastSentenceOfTheCycle() {
    var assembler = EpochAssembler()
    var ends: [Int] = []
    for second in 0..<8 {
      add(Self.gga(second), to: &assembler)
      if !add(Self.rmc(second), to: &assembler).isEmpty { ends.append(second) }
    }
    #expect(ends == [5, 6, 7])
  }

  @Test func aStragglerOfTheTwoInstantsBeforeStartsNothing() {
    var assembler = EpochAssembler()
    for second in [0, 1, 2] { add(Self.gga(second), to: &assembler) }
    #expect(!assembler.startsAnew(Self.time(1).nanosecondsOfDay))
    #expect(!assembler.startsAnew(Self.time(0).nanosecondsOfDay))
    add(Self.rmc(1), to: &assembler)
    #expect(assembler.epoch.time == Self.time(2))
    #expect(assembler.epoch.speed.value == nil)
    #expect(assembler.startsAnew(Self.time(3).nanosecondsOfDay))
  }

  @Test(
    arguments: [
      ("not known yet", nil, 250_000_000), ("one second", 1000, 250_000_000),
      ("five hertz", 200, 50_000_000), ("fifty hertz", 20, 10_000_000),
      ("five seconds", 5000, 250_000_000),
    ] as [(String, Int64?, Int64)])
  func aPauseIsAQuarterOfThePeriodWithinLimits(name: String, period: Int64?, pause: Int64) {
    var assembler = EpochAssembler()
    if let period {
      add(with(Self.gga(0)) { $0.time = utc(12, 0, 0) }, to: &assembler)
      let seconds = UInt8(period / 1000)
      let time = utc(12, 0, seconds, nanosecond: UInt32(period % 1000) * 1_000_000)
      add(with(Self.gga(0)) { $0.time = time }, to: &assembler)
    }
    #expect(assembler.pause == pause)
  }

  @Test func aPauseThatCutAnEpochInTwoIsLongerFromThenOn() {
    var assembler = EpochAssembler()
    add(Self.gga(0), to: &assembler)
    let isOver = assembler.finishAfterPause()
    #expect(isOver)
    add(Self.rmc(0), to: &assembler)
    #expect(assembler.pause == 500_000_000)
  }

  /// It may begin the burst of the next instant, as the time that follows shows.
  @Test func aSentenceWithoutATimeBehindAPauseWaitsForTheTimeThatFollows() {
    var assembler = EpochAssembler()
    add(Self.gga(0), to: &assembler)
    _ = assembler.finishAfterPause()
    for second in 1..<4 {
      _ = assembler.add(Self.vtg(Double(second)))
      add(Self.gga(second), to: &assembler)
      let isOver = assembler.finishAfterPause()
      #expect(isOver)
      #expect(assembler.epoch.course.value == Double(second))
    }
  }

  @Test func holdsNoMoreThanAnyReceiverSendsForOneInstant() {
    var assembler = EpochAssembler()
    add(Self.gga(0), to: &assembler)
    _ = assembler.finishAfterPause()
    for course in 0..<100 { _ = assembler.add(Self.vtg(Double(course))) }
    add(Self.gga(1), to: &assembler)
    #expect(assembler.epoch.course.value == 0)
    #expect(assembler.epoch.time == Self.time(1))
  }

  /// RMC and GGA contain everything: the epoch does not wait for GLL, which most receivers send last.
  @Test func isNotKeptOpenByAGLL() {
    var assembler = EpochAssembler()
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
      add(Self.gga(second), to: &assembler)
      if !add(Self.rmc(second), to: &assembler).isEmpty { ends.append(second) }
      add(gll(second), to: &assembler)
    }
    #expect(ends == [5, 6, 7])
  }
}
