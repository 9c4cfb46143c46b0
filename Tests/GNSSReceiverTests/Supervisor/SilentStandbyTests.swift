// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import SerialLine
import Testing

@testable import GNSSReceiver

/// Two named receivers at an epoch a second, of which the preferred one falls silent.
struct SilentStandbyTests {
  private struct Bench {
    var supervisor = Supervisor(isNamed: true)
    var effects = Supervisor.Effects()
    private(set) var states: [ReceiverState] = []

    init() {
      for number in 0...1 {
        var source = Source(identity: "\(number)", kind: SerialSource("/dev/ttyUSB\(number)"))
        source.preference = number
        supervisor.appeared(source, at: .zero, into: &effects)
      }
      perform(at: .zero)
    }

    /// Opens what is to be opened, and notes each new state of the preferred receiver.
    mutating func perform(at now: Duration) {
      for action in effects.takeActions() {
        guard case .open(let source, _) = action else { continue }
        supervisor.opened(source.identity, at: now, into: &effects)
      }
      for event in effects.takeEvents() {
        guard case .status(let status) = event.content,
          let preferred = status.sources.first(where: { $0.source.identity == "0" }),
          preferred.state != states.last
        else { continue }
        states.append(preferred.state)
      }
    }

    mutating func receive(_ second: Int, from numbers: [Int]) {
      let now = Duration.seconds(second)
      while let deadline = supervisor.deadline, deadline < now {
        supervisor.elapse(to: deadline, into: &effects)
        perform(at: deadline)
      }
      var message = RMC()
      message.time = UTCTime(hour: 12, minute: UInt8(second / 60), second: UInt8(second % 60))
      message.date = ShortDate(day: 15, month: 6, yearOfCentury: 25)
      (message.status, message.latitude, message.longitude) = (.valid, 47.5, 9.7)
      let bytes = Array((SentenceEncoder().sentence(for: .rmc(message)) ?? "").utf8)
      for number in numbers {
        supervisor.received("\(number)", bytes.span.bytes, at: now, into: &effects)
        perform(at: now)
      }
    }
  }

  /// It has lost its fix after three epochs, and is silent as long after its last byte as if no other one served.
  @Test(
    arguments: [
      ("three epochs, but at least ten seconds", 2, 12), ("the same later", 8, 18),
      ("a first report may be one a minute", 1, 71),
    ] as [(why: String, reports: Int, silentAt: Int)])
  func isSilentAlthoughAnotherServes(why: String, reports: Int, silentAt: Int) {
    var bench = Bench()
    for second in 1..<silentAt { bench.receive(second, from: second <= reports ? [0, 1] : [1]) }
    let lost = ReceiverState.lost(satellitesInView: nil, since: .seconds(reports + 3))
    #expect(bench.states.last == lost)
    bench.receive(silentAt, from: [1])
    bench.receive(silentAt + 1, from: [1])
    #expect(bench.states.last == .silent(since: .seconds(reports)))
  }
}
