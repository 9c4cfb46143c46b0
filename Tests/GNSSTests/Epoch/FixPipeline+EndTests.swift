// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

/// When a fix is reported: as early as it can be known to be complete, and never twice.
@Suite struct FixPipelineEndTests {
  /// Returns the sentences of one instant; the fifth is the last that adds to a fix.
  private static func burst(_ time: String) -> [String] {
    [
      rmc(time), vtg(), gga(time), gsa(), gsa([65, 66], talker: "GL"), gsv(),
      gsv([65], talker: "GL"),
    ]
  }

  @Test(arguments: [
    // Five epochs or two seconds, whichever is later.
    (period: 1000, learned: 5), (period: 500, learned: 5), (period: 200, learned: 10),
    (period: 100, learned: 20), (period: 40, learned: 50),
  ])
  func isTheLastContributionOnceTheCycleIsKnown(period: Int, learned: Int) {
    var listener = Listener()
    for instant in 0..<learned + 20 {
      for (index, body) in Self.burst(clock(instant * period)).enumerated() {
        let told = listener.receive(body).times
        if index == 4, instant >= learned {
          #expect(told == [clock(instant * period)])
        } else if index == 0, (1...learned).contains(instant) {
          #expect(told == [clock((instant - 1) * period)])
        } else {
          #expect(told.isEmpty, "sentence \(index) of epoch \(instant)")
        }
      }
    }
    #expect(listener.finish().times.isEmpty)
  }

  @Test(arguments: [1000, 100, 40])
  func aRareSentenceIsLostOnceAtMost(period: Int) {
    let listener = Listener(
      hearing: (0..<400).flatMap { instant in
        let time = clock(instant * period)
        return instant % 10 == 9 ? [gga(time), rmc(time)] : [gga(time)]
      })
    #expect(listener.events.times == (0..<400).map { clock($0 * period) })
    let complete = listener.fixes.count { $0.course != nil }
    #expect(complete >= 39)
    #expect(listener.fixes.enumerated().allSatisfy { $1.course == nil || $0 % 10 == 9 })
  }

  @Test func aCycleThatGrowsIsLearnedAnew() {
    let times = (0..<300).map { clock($0 * 1000) }
    let listener = Listener(
      hearing: times.enumerated().flatMap { $0 < 50 ? [gga($1)] : [gga($1), rmc($1)] })
    #expect(listener.events.times == times)
    // The first RMC came too late for its fix.
    #expect(listener.fixes.enumerated().allSatisfy { ($1.course != nil) == ($0 > 50) })
  }

  @Test func aCycleThatShrinksIsLearnedAnew() {
    var listener = Listener()
    for instant in 0..<200 {
      let time = clock(instant * 1000)
      listener.receive(gga(time))
      if instant < 20 { listener.receive(rmc(time)) }
    }
    #expect(listener.events.times == (0..<200).map { clock($0 * 1000) })
  }

  @Test func isASentenceOfAnotherTime() {
    var listener = Listener()
    #expect(listener.receive(gga(clock(0)), rmc(clock(0))).times == [])
    #expect(listener.receive(gga(clock(1000))).times == [clock(0)])
  }

  @Test func isTheEndOfTheStream() {
    var listener = Listener()
    listener.receive(gga(clock(0)))
    #expect(listener.finish().times == [clock(0)])
    #expect(listener.finish() == [])
  }

  @Test func isNotASentenceThatCannotBeRead() {
    var listener = Listener()
    listener.receive(gga(clock(0)))
    #expect(listener.receive("GPGGA,1x,5130,N,00007,W,1,8,1,40,M,47,M,,").times == [])
    #expect(listener.receive("GPTXT,01,01,02,hello").times == [])
    #expect(listener.receive(zda(clock(1000))).times == [])
  }

  @Test(arguments: [
    (name: "one hertz", period: 1000, quiet: 250), (name: "five hertz", period: 200, quiet: 50),
    (name: "25 hertz", period: 40, quiet: 10), (name: "50 hertz", period: 20, quiet: 10),
    (name: "every five seconds", period: 5000, quiet: 250),
  ])
  func isAQuietLine(name: String, period: Int, quiet: Int) {
    var listener = Listener()
    listener.receive(gga(clock(0)), at: .zero)
    let now = Duration.milliseconds(period)
    #expect(listener.receive(gga(clock(period)), at: now).times == [clock(0)])
    #expect(listener.pipeline.deadline == now + .milliseconds(quiet))
    #expect(listener.elapse(to: now + .milliseconds(quiet - 1)) == [])
    #expect(listener.elapse(to: now + .milliseconds(quiet)).times == [clock(period)])
    #expect(listener.pipeline.deadline == nil)
    #expect(listener.elapse(to: now + .seconds(100)) == [])
    #expect(listener.finish() == [])
  }

  @Test func isAPauseBeforeABurst() {
    var listener = Listener()
    listener.receive(gga(clock(0)), at: .zero)
    // A sentence after a pause is too late, even with the same time.
    #expect(listener.receive(rmc(clock(0)), at: .milliseconds(900)).times == [clock(0)])
    #expect(listener.fixes.first?.course == nil)
    #expect(listener.finish().times == [])
  }

  /// Bytes that wait while this process is kept from running are no pause of the receiver.
  @Test func isNotALateReader() {
    var pipeline = FixPipeline()
    var fixes: [Fix] = []
    for (body, arrival) in [(gga(clock(0)), Int64(0)), (rmc(clock(0)), 900_000_000)] {
      let bytes = Array(SentenceEncoder.sentence(body: body).utf8)
      pipeline.push(bytes.span.bytes, at: arrival, asleep: 0) {
        fixes += [$0].fixes
      }
    }
    #expect(fixes.isEmpty)
    pipeline.elapse(to: .milliseconds(1150)) { fixes += [$0].fixes }
    #expect(fixes.count == 1 && fixes.first?.course != nil && fixes.first?.altitude != nil)
  }

  /// A stall splits one epoch; the fixes after it are reported as early as before.
  @Test(arguments: 1..<7) func aStallInsideABurstDelaysNoFixAfterIt(place: Int) {
    var listener = Listener()
    for instant in 0..<60 {
      let time = clock(instant * 100)
      let start = Duration.milliseconds(instant * 100)
      let burst = [
        rmc(time), vtg(), gga(time), gsa(), gsa([65, 66], talker: "GL"), gsv(), gll(time),
      ]
      for (index, body) in burst.enumerated() {
        let stall = instant == 40 && index >= place ? 60 : 0
        let told = listener.receive(body, at: start + .milliseconds(5 * index + stall)).times
        guard instant > 40 else { continue }
        #expect(told == (index == 4 ? [time] : []), "sentence \(index) of epoch \(instant)")
      }
    }
  }

  @Test func bytesThatKeepComingPostponeTheEnd() {
    var listener = Listener()
    listener.receive(gga(clock(0)), at: .zero)
    listener.receive(gsv(), at: .milliseconds(200))
    #expect(listener.pipeline.deadline == .milliseconds(450))
    #expect(listener.elapse(to: .milliseconds(400)) == [])
    listener.receive(rmc(clock(0)), at: .milliseconds(420))
    #expect(listener.elapse(to: .milliseconds(670)).times == [clock(0)])
    #expect(listener.fixes.first?.course == 90)
  }

  @Test func thereIsNoDeadlineWithoutArrivalTimes() {
    var listener = Listener()
    #expect(listener.pipeline.deadline == nil)
    listener.receive(gga(clock(0)))
    #expect(listener.pipeline.deadline == nil)
    #expect(listener.elapse(to: .seconds(1000)) == [])
  }

  @Test(arguments: [
    (name: "rounded", first: "120000.758", second: "120000.76", isOne: true),
    (name: "without decimals", first: "130711", second: "130711.00", isOne: true),
    (name: "10 ms", first: "120000.75", second: "120000.76", isOne: true),
    (name: "10 ms back", first: "120000.76", second: "120000.75", isOne: true),
    (name: "20 ms", first: "120000.74", second: "120000.76", isOne: false),
    (name: "over a full second", first: "120000.998", second: "120001.00", isOne: true),
    (name: "over midnight", first: "235959.998", second: "000000.00", isOne: true),
    (name: "back over midnight", first: "000000.00", second: "235959.998", isOne: true),
    (name: "a leap second and midnight", first: "235960.00", second: "000000.00", isOne: false),
    (name: "before and in a leap second", first: "235959.00", second: "235960.00", isOne: false),
  ])
  func timesThatDifferByLittleAreOne(name: String, first: String, second: String, isOne: Bool) {
    let listener = Listener(hearing: [gga(first), rmc(second)])
    #expect(listener.fixes.count == (isOne ? 1 : 2))
    #expect((listener.fixes.first?.course != nil) == isOne)
  }

  @Test func aStepBackInTimeMakesFixesToo() {
    let seconds = [25, 26, 27, 1, 2, 3].map { $0 * 1000 }
    let bodies = seconds.flatMap { [gga(clock($0)), rmc(clock($0))] }
    #expect(Listener(hearing: bodies).events.times == seconds.map { clock($0) })
    #expect(Listener(hearing: bodies, with: .sorting).events.times == seconds.map { clock($0) })
  }

  /// Live, nothing waits for what is late; of a recording, it is sorted in.
  @Test func anInstantThatComesLateIsLeftOutOrSortedIn() {
    let bodies = [1, 2, 3, 5, 6, 4, 7].flatMap { [gga(clock($0 * 1000)), rmc(clock($0 * 1000))] }
    let live = Listener(hearing: bodies)
    #expect(live.events.times == [1, 2, 3, 5, 6, 7].map { clock($0 * 1000) })
    #expect(live.pipeline.defects.lateInstants == 1)
    let counts = live.events.compactMap { event -> Int? in
      if case .defects(let defects) = event { defects.lateInstants } else { nil }
    }
    #expect(counts == [1])
    let sorted = Listener(hearing: bodies, with: .sorting)
    #expect(sorted.events.times == (1...7).map { clock($0 * 1000) })
    #expect(sorted.pipeline.defects.lateInstants == 0)
  }

  /// Five instants in a row are not late: the clock goes on from there.
  @Test func aClockThatIsSetBackToInstantsThatItHadSkippedIsBelievedSoon() {
    let seconds = [1, 2, 10, 3, 4, 5, 6, 7, 8, 9].map { $0 * 1000 }
    let live = Listener(hearing: seconds.flatMap { [gga(clock($0)), rmc(clock($0))] })
    #expect(live.events.times == [1, 2, 10, 8, 9].map { clock($0 * 1000) })
  }

  /// At rest, a clock that was set back by less than ten seconds repeats what has been reported: a live receiver must not be silent
  /// until it has caught up.
  @Test(arguments: [["GGA", "RMC"], ["GGA", "GST"]])
  func aClockThatIsSetBackAtRestIsBelievedSoon(kinds: [String]) {
    let bodies = (Array(1...20) + Array(12...30)).flatMap { second in
      kinds.map {
        $0 == "GST" ? gst(clock(second * 1000)) : report($0, "GP", Double(second))
      }
    }
    let live = Listener(hearing: bodies, with: FixPipeline().warning())
    #expect(live.events.times == (Array(1...20) + Array(17...30)).map { clock($0 * 1000) })
    #expect(live.fixes.contains { $0.warnings.contains(.clockJump) })
    let sorted = Listener(hearing: bodies, with: .sorting)
    #expect(sorted.events.times == (1...30).map { clock($0 * 1000) })
  }

  /// At rest, all instants of a second come again at once.
  @Test func aSecondThatIsSentAgainAtRestIsReportedOnce() {
    let times = (0..<20).flatMap { second in
      [0, 0].flatMap { _ in (0..<10).map { Double(second) + Double($0) / 10 } }
    }
    let live = Listener(hearing: times.map { report("GGA", "GP", $0) })
    #expect(live.events.times == (0..<200).map { clock($0 * 100) })
  }

  /// As a multiplexer sends the last values again, and a logger that starts anew its last lines.
  @Test(arguments: [FixPipeline(), .sorting])
  func whatIsSentAgainIsReportedOnce(pipeline: FixPipeline) {
    let seconds = [1, 2, 3, 4, 5, 3, 4, 5, 6, 7]
    let listener = Listener(
      hearing: seconds.flatMap { second in
        ["GGA", "RMC"].map {
          report($0, "GP", Double(second), minutes: "3\(second).0000")
        }
      }, with: pipeline)
    #expect(listener.events.times == (1...7).map { clock($0 * 1000) })
  }

  /// It goes on elsewhere.
  @Test func aClockThatIsSetBackByTwoSecondsIsNoRepetition() {
    let seconds = [1, 2, 3, 4, 5, 3, 4, 5, 6, 7]
    let listener = Listener(
      hearing: seconds.enumerated().flatMap { index, second in
        ["GGA", "RMC"].map {
          report($0, "GP", Double(second), minutes: "3\(index).0000")
        }
      })
    #expect(listener.events.times == seconds.map { clock($0 * 1000) })
  }

  @Test func stragglersAreDropped() {
    let listener = Listener(hearing: [
      gga(clock(0)), gga(clock(1000)), rmc(clock(0)), rmc(clock(1000)), gll(clock(0)),
      gll(clock(1000)),
    ])
    #expect(listener.events.times == [clock(0), clock(1000)])
    #expect(listener.fixes.map(\.course) == [nil, 90])
  }
}
