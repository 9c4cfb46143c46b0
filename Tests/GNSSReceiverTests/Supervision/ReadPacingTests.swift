// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import GNSSReceiver

@Suite struct ReadPacingTests {
  private static let period: Duration = .milliseconds(100)
  private var pacing = ReadPacing()
  /// Milliseconds.
  private var now: Duration = .seconds(100)

  /// A burst of pieces, one a millisecond, of which one completes the fix; how many of those before it, and of all, may
  /// be left to gather.
  private mutating func burst(
    pieces: Int, completing: Int, every pause: Duration = .milliseconds(1)
  ) -> (before: Int, all: Int) {
    var rests = (before: 0, all: 0)
    for piece in 0..<pieces {
      pacing.received(at: now, period: Self.period)
      if piece == completing { pacing.completed(at: now) }
      if pacing.pauseEnd(at: now) != nil {
        rests.all += 1
        if piece < completing { rests.before += 1 }
      }
      now += pause
    }
    now += Self.period - pause * pieces
    return rests
  }

  private mutating func learn(pieces: Int = 60, completing: Int = 40) {
    for _ in 0..<ReadPacing.patience { _ = burst(pieces: pieces, completing: completing) }
  }

  @Test mutating func readsAtOnceUntilItKnowsTheLine() {
    for _ in 0..<ReadPacing.patience { #expect(burst(pieces: 60, completing: 40).before == 0) }
    #expect(burst(pieces: 60, completing: 40).before > 0)
  }

  @Test mutating func readsAtOnceShortlyBeforeTheFix() {
    learn()
    // 40 ms, less a sixteenth.
    #expect(burst(pieces: 60, completing: 40).before == 38)
  }

  @Test mutating func restsForMillisecondsAndNotBeyondTheEnd() {
    learn()
    pacing.received(at: now, period: Self.period)
    #expect(pacing.pauseEnd(at: now) == now + .milliseconds(8))
    #expect(pacing.pauseEnd(at: now + .milliseconds(36)) == now + .microseconds(37_500))
    #expect(pacing.pauseEnd(at: now + .microseconds(37_500)) == nil)
  }

  @Test mutating func readsAtOnceWithoutAPeriod() {
    for _ in 0..<(2 * ReadPacing.patience) {
      for piece in 0..<60 {
        pacing.received(at: now, period: nil)
        if piece == 40 { pacing.completed(at: now) }
        #expect(pacing.pauseEnd(at: now) == nil)
        now += .milliseconds(1)
      }
      now += .milliseconds(40)
    }
  }

  @Test mutating func neverRestsWhereEpochsComeSoonerThanTheirTimesSay() {
    for _ in 0..<(4 * ReadPacing.patience) {
      // Ten times as fast.
      for piece in 0..<6 {
        pacing.received(at: now, period: Self.period)
        if piece == 4 { pacing.completed(at: now) }
        #expect(pacing.pauseEnd(at: now) == nil)
        now += .milliseconds(1)
      }
      now += .milliseconds(4)
    }
  }

  @Test mutating func restsBehindTheFix() {
    learn()
    let rests = burst(pieces: 60, completing: 40)
    #expect(rests.all - rests.before == 20)
  }

  @Test mutating func restsBehindTheFixHoweverLongItsBurstGoesOn() {
    learn()
    // What a receiver tells of its satellites once a second fills nearly all of the time to the next burst.
    let long = burst(pieces: 95, completing: 40)
    // All but the last sixteenth of 100 ms from the fix, which the 95 pieces do not come to.
    #expect(long.all - long.before == 55)
    // No silence tells where the next one begins; its fix is due 100 ms after the last, less a sixteenth: 93.75.
    #expect(burst(pieces: 60, completing: 40).before == 34)
  }

  @Test(arguments: [0, 1, 2])
  mutating func neverRestsWhereTheFixComesAtOnce(milliseconds: Int) {
    learn(pieces: 5, completing: milliseconds)
    #expect(burst(pieces: 5, completing: milliseconds).all == 0)
  }

  @Test mutating func followsAShorterTimeAtOnceAndLongerOnesSlowly() {
    learn()
    now += .milliseconds(1)
    _ = burst(pieces: 60, completing: 39)
    now -= .milliseconds(1)
    // 39 ms, less a sixteenth: 36.6.
    #expect(burst(pieces: 60, completing: 55).before == 37)
    // 39 and an eighth of 16 ms, less a sixteenth: 38.4.
    #expect(burst(pieces: 60, completing: 55).before == 39)
  }

  @Test mutating func expectsTheFixInTimeThoughItsBurstBeginsLate() {
    learn()
    now += .milliseconds(10)
    pacing.received(at: now, period: Self.period)
    // 10 ms late: the fix is due in 30, less the margin of 2.5.
    #expect(pacing.pauseEnd(at: now + .milliseconds(27)) == now + .microseconds(27_500))
    #expect(pacing.pauseEnd(at: now + .microseconds(27_500)) == nil)
  }

  @Test mutating func readsAtOnceForAWhileWhenAFixCameSooner() {
    learn()
    // A line that had stalled: the fix is there with what gathered behind the first piece.
    pacing.received(at: now, period: Self.period)
    #expect(pacing.pauseEnd(at: now) != nil)
    now += ReadPacing.longestRest
    pacing.received(at: now, period: Self.period)
    pacing.completed(at: now)
    #expect(pacing.pauseEnd(at: now) == nil)
    now += .milliseconds(50)
    for _ in 1..<ReadPacing.patience {
      #expect(burst(pieces: 60, completing: 40).before == 0)
    }
    #expect(burst(pieces: 60, completing: 40).before > 0)
  }

  @Test mutating func doesNotBlameTheLineForABusyMachine() {
    learn()
    for _ in 0..<3 {
      pacing.received(at: now, period: Self.period)
      #expect(pacing.pauseEnd(at: now) != nil)
      now += .milliseconds(15)
    }
    // The rest was to end 37.5 ms after the beginning, and did after 45 ms.
    pacing.received(at: now, period: Self.period)
    pacing.completed(at: now)
    now += .milliseconds(55)
    // 40 and an eighth of 5 ms, less a sixteenth: 38.1.
    #expect(burst(pieces: 60, completing: 40).before == 39)
  }

  @Test mutating func countsFromFixToFixWhereALineNeverPauses() {
    // 100 pieces of a millisecond, the fix at the 40th.
    func fill(_ pacing: inout ReadPacing, _ now: inout Duration) -> Int {
      var rests = 0
      for piece in 0..<100 {
        pacing.received(at: now, period: Self.period)
        if piece == 40 { pacing.completed(at: now) }
        if pacing.pauseEnd(at: now) != nil { rests += 1 }
        now += .milliseconds(1)
      }
      return rests
    }
    // The first is shorter, for it begins with a pause; from 40 ms it takes longer to learn 100.
    for _ in 0..<100 { _ = fill(&pacing, &now) }
    // All but the last sixteenth of 100 ms.
    #expect(fill(&pacing, &now) == 94)
  }
}
