// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import TestSupport
import Testing

/// The sentences of a line, and the seconds after noon of the fixes that they hold.
struct Scene: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bodies: [String]
  let seconds: [Double]
  /// The talkers of which sentences are left out.
  let leftOut: [Talker]

  /// The seconds as they are reported: those that are less than ten seconds late have been sorted in, until the clock is set back
  /// to a second that has been.
  var sorted: [Double] {
    var start = 0
    return seconds.reduce(into: []) { sorted, second in
      if sorted[start...].contains(second) { start = sorted.count }
      let place = sorted.lastIndex { $0 <= second || $0 - second > 10 }.map { $0 + 1 } ?? 0
      sorted.insert(second, at: max(start, place))
    }
  }

  init(_ name: String, _ bodies: [String], _ seconds: [Double], leftOut: [Talker] = []) {
    testDescription = name
    self.bodies = bodies
    self.seconds = seconds
    self.leftOut = leftOut
  }

  /// A receiver that reports these seconds in this order, each once.
  init(_ name: String, inOrder seconds: [Int], _ kinds: [String] = ["GGA", "RMC"]) {
    let seconds = seconds.map(Double.init)
    let bodies = seconds.enumerated().flatMap { index, second in
      kinds.map { report($0, "GP", second, minutes: "30.0\(100 + index % 900)") }
    }
    self.init(name, bodies, seconds)
  }
}

/// Each instant that one receiver reports makes a fix, whatever its talkers, its order and its clock do.
@Suite struct FixPipelineClocksTests {
  private static func burst(_ talker: String, _ seconds: Range<Int>) -> [String] {
    seconds.flatMap { [report("GGA", talker, Double($0)), report("RMC", talker, Double($0))] }
  }

  private static func seconds(_ ranges: Range<Int>...) -> [Double] {
    ranges.flatMap { $0.map(Double.init) }
  }

  static let talkers = [
    Scene(
      "another talker after ten minutes", burst("GP", 0..<3) + burst("GN", 600..<604),
      seconds(0..<3, 600..<604)),
    Scene(
      "another talker ten minutes before", burst("GN", 600..<604) + burst("GP", 0..<3),
      seconds(600..<604, 0..<3)),
    Scene(
      "another talker after ten seconds, and the first again",
      burst("GP", 0..<3) + burst("GN", 13..<16) + burst("GP", 26..<29),
      seconds(0..<3, 13..<16, 26..<29)),
    Scene(
      "another talker at once", burst("GP", 0..<5) + burst("GN", 5..<10), seconds(0..<10)),
    Scene(
      "two talkers, a gap and two talkers",
      seconds(0..<3, 600..<604).flatMap { [report("GGA", "GN", $0), report("RMC", "GP", $0)] },
      seconds(0..<3, 600..<604)),
    Scene(
      "one GGA without a position 55 s ahead",
      [report("GGA", "GP", 55, minutes: nil), report("GLL", "GN", 0), vtg(), zda(clock(0))]
        + [report("GNS", "GN", 0)], [0]),
    Scene(
      "GGA without a position 55 s ahead",
      seconds(0..<20).flatMap { second in
        [
          report("GGA", "GP", second + 55, minutes: nil), report("GLL", "GN", second), vtg(),
          report("GNS", "GN", second),
        ]
      }, seconds(0..<20), leftOut: [.gps]),
    Scene(
      "GGA without a position behind each GNS",
      seconds(0..<20).flatMap { second in
        [report("GNS", "GN", second), vtg(), report("GGA", "GP", second, minutes: nil)]
      }, seconds(0..<20)),
    Scene(
      "RMC without a position before each RMC",
      seconds(0..<20).flatMap { second in
        [
          report("RMC", "GP", second, minutes: nil), report("RMC", "GN", second),
          report("GGA", "GN", second),
        ]
      }, seconds(0..<20)),
    Scene(
      "sentences without time and position in each cycle",
      seconds(0..<20).flatMap { second in
        [
          report("RMC", "GN", second), "GPRMC,,V,,,,,,,,,,N", "GPGGA,,,,,,0,00,,,M,,M,,",
          "GPGLL,,,,,,V,N", report("GGA", "GN", second), vtg(),
        ]
      }, seconds(0..<20)),
  ]

  static let orders = [
    Scene("4, 5, 1", inOrder: order(of: [4, 5, 1, 2, 3])),
    Scene("each fifth four seconds late", inOrder: order(of: [1, 2, 3, 4, 0])),
    Scene("each fifth four seconds late, RMC", inOrder: order(of: [1, 2, 3, 4, 0]), ["RMC"]),
    Scene("backwards by five", inOrder: order(of: [4, 3, 2, 1, 0])),
    Scene("neighbors exchanged", inOrder: order(of: [1, 0, 3, 2, 4])),
  ]

  /// Returns a hundred seconds, every five of them in this order.
  private static func order(of five: [Int]) -> [Int] {
    (0..<20).flatMap { block in five.map { block * 5 + $0 % 5 } }
  }

  static let steps = [
    Scene("set back by 2 s", inOrder: Array(0..<23) + Array(21..<43)),
    Scene("set back by 2 s, RMC", inOrder: Array(0..<23) + Array(21..<43), ["RMC"]),
    Scene("set back by 5 s", inOrder: Array(0..<23) + Array(18..<43)),
    Scene("set back by 18 s", inOrder: Array(0..<23) + Array(5..<43)),
    Scene("set back by an hour", inOrder: Array(4000..<4023) + Array(423..<443)),
    Scene("set ahead by 18 s, and back", inOrder: Array(0..<10) + Array(28..<38) + Array(20..<40)),
    Scene("a loop of six seconds", inOrder: (0..<30).map { $0 % 6 }),
    Scene("gaps", inOrder: [0, 1, 2, 9, 10, 60, 61, 4000, 4001]),
  ]

  @Test(arguments: talkers + orders + steps) func eachInstantMakesAFix(scene: Scene) {
    let listener = Listener(hearing: scene.bodies, with: .sorting)
    #expect(listener.events.times == scene.sorted.map { clock(Int($0 * 1000)) })
    #expect(listener.fixes.allSatisfy { abs($0.latitude - 51.5) < 0.002 })
    #expect(listener.events.losses == [])
    #expect(listener.pipeline.reportsLeftOut.map(\.talker) == scene.leftOut)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func eachInstantMakesAFixInAnyOrderWithinTenSeconds(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let seconds = (0..<10).flatMap { block in
      (0..<10).shuffled(using: &random).map { block * 10 + $0 }
    }
    eachInstantMakesAFix(scene: Scene("", inOrder: seconds))
  }

  /// GGA or GLL of an instant come before RMC of an instant before it.
  @Test(
    arguments: [
      ("GGA", "GP", "GP", 1000, 1), ("GLL", "GP", "GP", 1000, 1), ("GLL", "II", "GP", 1000, 1),
      ("GGA", "GN", "GP", 1000, 2), ("GGA", "GP", "GP", 1000, 3), ("GLL", "GP", "GP", 1000, 5),
      ("GGA", "GP", "GP", 100, 1), ("GGA", "GP", "GP", 200, 20), ("GGA", "GN", "GP", 5000, 1),
      ("GLL", "GP", "GP", 10_000, 1),
    ] as [(kind: String, talker: String, second: String, period: Int, lag: Int)])
  func anRMCThatLagsCostsNoFix(
    row: (kind: String, talker: String, second: String, period: Int, lag: Int)
  ) {
    let listener = Listener(
      hearing: (0..<60).flatMap { epoch in
        [
          report(row.kind, row.talker, Double(epoch * row.period) / 1000),
          report("RMC", row.second, Double((epoch - row.lag) * row.period) / 1000),
        ]
      }, with: .sorting)
    // The first RMC are about instants that nothing else has reported.
    let times = (-row.lag..<60).map { clock($0 * row.period) }
    #expect(listener.events.times.sorted() == times)
    #expect(listener.pipeline.reportsLeftOut.isEmpty)
  }

  @Test func aTalkerThatTakesOverSaysThatThePositionIsLost() {
    let valid = Self.burst("GN", 0..<5)
    let timeless = ["GPRMC,,V,,,,,,,,,,N", "GPGGA,,,,,,0,00,,,M,,M,,", "GPGLL,,,,,,V,N"]
    let listener = Listener(hearing: valid + (0..<5).flatMap { _ in timeless })
    #expect(listener.fixes.count == 5)
    #expect(listener.events.losses == [nil])
  }
}
