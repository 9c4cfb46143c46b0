// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

@testable import GNSSReceiver

/// Two named receivers, of which one returns although the other one has no fix to pass on meanwhile.
struct ReturningReceiverTests {
  /// The receivers 0 and 1 in order of preference, at an epoch in each second.
  private struct Bench {
    private var supervisor = Supervisor(isNamed: true)
    private var effects = Supervisor.Effects()

    init() {
      for number in 0...1 { add(number, at: .zero) }
    }

    /// Adds a receiver, and opens it.
    mutating func add(_ number: Int, at time: Duration) {
      var source = Source(identity: "\(number)", kind: SerialSource("/dev/ttyUSB\(number)"))
      source.preference = number
      supervisor.appeared(source, at: time, into: &effects)
      supervisor.opened("\(number)", at: time, into: &effects)
    }

    /// Lets receivers report in a second, one after the other; returns whose fixes are passed on in that second.
    mutating func second(
      _ second: Int, late: Duration = .zero, _ reports: (number: Int, hasFix: Bool)...
    ) -> [String] {
      for (number, hasFix) in reports {
        let time = "1200\(second < 10 ? "0" : "")\(second).00"
        let body =
          hasFix
          ? "GPRMC,\(time),A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A"
          : "GPRMC,\(time),V,,,,,,,150625,,,N"
        let bytes = Array(SentenceEncoder.sentence(body: body).utf8)
        let arrival = .seconds(second) + late + .milliseconds(number)
        supervisor.received("\(number)", bytes.span.bytes, at: arrival, into: &effects)
      }
      supervisor.elapse(to: .seconds(second) + late + .milliseconds(300), into: &effects)
      return passedOn()
    }

    /// Has receiver 0 hang up and be opened again.
    mutating func reconnect(at time: Duration) {
      supervisor.hungUp("0", at: time, into: &effects)
      supervisor.elapse(to: time + .milliseconds(20), into: &effects)
      supervisor.opened("0", at: time + .milliseconds(20), into: &effects)
    }

    mutating func elapse(to time: Duration) -> [String] {
      supervisor.elapse(to: time, into: &effects)
      return passedOn()
    }

    private mutating func passedOn() -> [String] {
      effects.takeEvents().compactMap { event in
        event.fix.flatMap { $0.time?.time.second }.map { "\(event.receiver ?? "") \($0)" }
      }
    }
  }

  @Test func aReceiverThatReconnectsIsNotHeldBackByOneThatWasActiveBefore() {
    var bench = Bench()
    _ = bench.second(1, (0, true), (1, true))
    // Two switches, of which the second is the one in advance: another one would have to wait until second 12.
    #expect(bench.second(2, (0, false), (1, true)) == ["/dev/ttyUSB1 2"])
    _ = bench.second(3, (0, true), (1, false))
    #expect(bench.second(4, (0, true)) == ["/dev/ttyUSB0 4"])
    #expect(bench.second(5, (0, true)) == ["/dev/ttyUSB0 5"])
    bench.reconnect(at: .milliseconds(5_500))
    #expect(bench.second(6, (0, true)) == ["/dev/ttyUSB0 6"])
    #expect(bench.second(7, (0, true)) == ["/dev/ttyUSB0 7"])
  }

  @Test func noFixIsPassedOnTwiceIfAnotherReceiverWasActiveWithoutOne() {
    var bench = Bench()
    _ = bench.second(1, (0, true), (1, true))
    _ = bench.second(2, (0, false), (1, true))
    for second in 3...12 {
      #expect(bench.second(second, (1, true)) == ["/dev/ttyUSB1 \(second)"])
      #expect(bench.second(second, late: .milliseconds(400), (0, true)).isEmpty)
    }
    #expect(bench.second(13, (1, true)) == ["/dev/ttyUSB1 13"])
    // Receiver 0 has had its fix for ten seconds, and becomes active with its fix of second 12, which is too old.
    bench.add(2, at: .milliseconds(13_450))
    #expect(bench.elapse(to: .milliseconds(13_450)).isEmpty)
    #expect(bench.second(13, late: .milliseconds(500), (0, false)).isEmpty)
    #expect(bench.second(14, (1, true)) == ["/dev/ttyUSB1 14"])
  }
}
