// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationProtocols
import Testing

@testable import GNSSReceiver

/// Which receiver is active, of two and three receivers at one epoch per second.
struct ReceiverChoiceTests {
  /// A choice, and what has come of it.
  private struct Bench {
    private var choice = ReceiverChoice()
    /// The receivers A, B and C, in order of preference, and a fallback.
    private var sessions = ["A", "B", "C"].enumerated().map { rank, name in
      var source = Source(identity: name, kind: SerialSource(name))
      source.preference = rank
      return Session(source, isNamed: true, rememberedRate: nil, SupervisionOptions())
    }
    private var position: Int?
    var active: String? { position.map { sessions[$0].source.name } }
    var switches: [(second: Double, to: String)] = []
    private var notices: [ReceiverNotice] = []

    /// Returns what has been reported since the last call.
    mutating func newNotices() -> [ReceiverNotice] {
      defer { notices = [] }
      return notices
    }

    /// Adds a fallback, and returns its name.
    mutating func addFallback() -> String {
      let kind = GeoClueSource()
      sessions.append(
        Session(
          Source(identity: kind.name, kind: kind), isNamed: true, rememberedRate: nil,
          SupervisionOptions()))
      return kind.name
    }

    /// Lets a receiver report in a second.
    ///
    /// - Parameter latitude: `nil` if it says that it has no fix.
    mutating func hear(_ name: String, _ latitude: Double?, at second: Double) {
      guard let index = sessions.firstIndex(where: { $0.source.name == name }) else { return }
      if let latitude {
        var fix = Fix(
          time: FixTime(nanosecondsSince1970: 1_750_000_000_000_000_000 + Int64(second * 1e9)),
          latitude: latitude, longitude: 9.6)
        fix.horizontalAccuracy = 5
        choice.received(
          fix, of: index, name: name, in: &sessions, at: .seconds(second), into: &notices)
      } else {
        lose(name)
      }
      choose(at: second)
    }

    /// Takes a receiver's fix away.
    mutating func lose(_ name: String, isGone: Bool = false) {
      for index in sessions.indices where sessions[index].source.name == name {
        sessions[index].history?.lost(isGone: isGone)
      }
    }

    mutating func choose(at second: Double) {
      let now = Duration.seconds(second)
      let next = choice.choose(
        among: Array(sessions.indices), of: &sessions, active: position, last: position, at: now)
      guard let next, next != position else { return }
      if position != nil { switches.append((second, sessions[next].source.name)) }
      choice.served(next, after: position, of: &sessions, at: now, into: &notices)
      position = next
    }

    /// When the choice wants to be made again.
    var deadline: Duration? { position.flatMap { choice.deadline(active: $0, of: sessions) } }

    /// Lets receivers report in each second.
    ///
    /// - Parameter latitude: given the second; `nil` if there is no fix.
    mutating func run(
      _ seconds: Range<Int>, _ names: String = "AB", _ latitude: (Character, Int) -> Double?
    ) {
      for second in seconds {
        for (index, name) in names.enumerated() {
          hear(String(name), latitude(name, second), at: Double(second) + Double(index) / 100)
        }
      }
    }

    var order: String { switches.map(\.to).joined() }
  }

  @Test func leavesAtOnceAndReturnsAfterTenSteadySeconds() {
    var bench = Bench()
    bench.run(0..<40) { name, second in name == "A" && (20..<23).contains(second) ? nil : 47.5 }
    #expect(bench.order == "BA")
    // B reports a hundredth of a second after A.
    #expect(bench.switches.map(\.second) == [20, 33])
  }

  @Test func aLossIsReportedOnceAndSoIsTheReturn() {
    var bench = Bench()
    bench.run(0..<40) { name, second in name == "A" && (20..<23).contains(second) ? nil : 47.5 }
    #expect(
      bench.newNotices() == [.replaced("A", isGone: false, by: "B"), .returned("A")])
    // A start at which the preferred receiver comes second is neither.
    bench = Bench()
    bench.run(0..<20) { name, second in name == "A" && second < 4 ? nil : 47.5 }
    #expect(bench.order == "BA".suffix(1))
    #expect(bench.newNotices().isEmpty)
  }

  @Test func aDisconnectedReceiverIsReportedAsSuch() {
    var bench = Bench()
    bench.run(0..<20) { _, _ in 47.5 }
    bench.lose("A", isGone: true)
    bench.choose(at: 20)
    #expect(
      bench.newNotices().map(\.description) == [
        "A was disconnected; using B until it is back"
      ])
    // B is lost as well: the change is one line, whatever the successor was before.
    bench.run(20..<40) { _, _ in 47.5 }
    #expect(bench.newNotices().map(\.description) == ["using A again"])
    bench.run(40..<50) { name, _ in name == "A" ? nil : 47.5 }
    bench.run(50..<60) { name, _ in name == "A" ? 47.5 : nil }
    #expect(
      bench.newNotices() == [
        .replaced("A", isGone: false, by: "B"), .replaced("B", isGone: false, by: "A"),
      ])
  }

  @Test func eachLossStartsTheTenSecondsAgain() {
    var bench = Bench()
    bench.run(0..<60) { name, second in
      name == "A" && [20, 29, 38].contains(second) ? nil : 47.5
    }
    #expect(bench.switches.map(\.second) == [20, 49])
  }

  @Test func aMissingEpochIsALoss() {
    var bench = Bench()
    bench.run(0..<24) { name, second in name == "A" && second == 20 ? nil : 47.5 }
    for second in 24..<50 where second != 26 { bench.hear("A", 47.5, at: Double(second)) }
    bench = Bench()
    for second in 0..<50 {
      bench.hear("B", 47.5, at: Double(second))
      if second != 20, second != 21, second != 26 { bench.hear("A", 47.5, at: Double(second)) }
      bench.choose(at: Double(second) + 0.3)
    }
    #expect(bench.order == "ABA")
    // A takes over at the start; it is missed in 20 and 21, and what it lacks in 26 starts its time again.
    #expect(bench.switches.map(\.second) == [0, 21.3, 37])
  }

  @Test func twoMissingEpochsAreKnownAFifthOfASecondLater() {
    var bench = Bench()
    bench.run(0..<20) { _, _ in 47.5 }
    #expect(bench.deadline == .milliseconds(21_200))
    bench.hear("B", 47.5, at: 20)
    bench.hear("B", 47.5, at: 21)
    #expect(bench.active == "A")
    bench.choose(at: 21.25)
    #expect(bench.active == "B")
    #expect(bench.deadline == .milliseconds(23_200))
  }

  @Test func atTheStartThePreferredOneWinsAtOnceButOnlyOnce() {
    var bench = Bench()
    bench.run(0..<5) { name, _ in name == "A" ? nil : 47.5 }
    bench.run(5..<30) { name, second in name == "A" && second == 8 ? nil : 47.5 }
    #expect(bench.switches.map(\.second) == [5, 8, 19])
    var late = Bench()
    late.run(0..<16) { name, _ in name == "A" ? nil : 47.5 }
    late.run(16..<30) { _, _ in 47.5 }
    #expect(late.switches.map(\.second) == [26])
  }

  @Test(arguments: [1, 2, 3, 5, 7])
  func aThousandAlternatingLossesSwitchOnceInTenSeconds(length: Int) {
    var bench = Bench()
    bench.run(0..<1000 * length) { name, second in
      (second / length) % 2 == (name == "A" ? 0 : 1) ? 47.5 : nil
    }
    // One switch may come early: see SwitchAllowance.
    #expect(bench.switches.count <= 100 * length + 1)
    for (index, one) in bench.switches.enumerated().dropFirst(2) {
      #expect(one.second - bench.switches[index - 2].second >= 10, "\(one)")
    }
  }

  @Test func aThousandLossesOfThePreferredOneSwitchOnce() {
    var bench = Bench()
    bench.run(0..<2000) { name, second in name == "A" && second % 2 == 1 ? nil : 47.5 }
    #expect(bench.order == "B")
  }

  @Test func ofThreeTheOneAloneIsLeftAndReturnsWhenItAgrees() {
    var bench = Bench()
    bench.run(0..<40, "ABC") { name, second in
      name == "A" && (20..<23).contains(second) ? 47.51 : 47.5
    }
    #expect(bench.switches.map(\.second) == [20, 33])
    guard case .outlier("A", let meters)? = bench.newNotices().first else {
      Issue.record("it says nothing")
      return
    }
    // A hundredth of a degree of latitude at 47.5° is 1112 m.
    #expect(abs(meters - 1112) < 1)
  }

  @Test func aStandbyThatIsAloneDoesNotTakeOver() {
    var bench = Bench()
    bench.run(0..<30, "ABC") { name, second in
      name == "A" && second >= 20 ? nil : name == "B" ? 47.6 : 47.5
    }
    #expect(bench.order == "C")
  }

  @Test func ofTwoNothingIsSwitchedAndItIsSaidOnce() {
    var bench = Bench()
    bench.run(0..<40) { name, second in name == "A" && second >= 20 ? 47.6 : 47.5 }
    #expect(bench.order == "")
    let notices = bench.newNotices()
    #expect(notices.count == 1)
    guard case .disagreement("A", "B", _)? = notices.first else {
      Issue.record("\(notices)")
      return
    }
  }

  @Test func withinFiveTimesTheAccuraciesNobodyIsWrong() {
    var bench = Bench()
    // 44 m; both are accurate to 5 m, so 50 m are allowed.
    bench.run(0..<30, "ABC") { name, _ in name == "A" ? 47.5004 : 47.5 }
    #expect(bench.order == "")
    #expect(bench.newNotices().isEmpty)
  }

  @Test func aFallbackIsActiveOnlyWhileNobodyElseHasAFix() {
    var bench = Bench()
    let fallback = bench.addFallback()
    bench.hear("A", nil, at: 0)
    bench.hear(fallback, 47.5, at: 20)
    #expect(bench.active == fallback)
    bench.hear("A", 47.5, at: 21)
    #expect(bench.active == "A")
  }
}
