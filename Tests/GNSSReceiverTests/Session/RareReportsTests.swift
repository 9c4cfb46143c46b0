// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import SerialLine
import Testing

@testable import GNSSReceiver

/// Receivers that save power, and report up to once a minute.
struct RareReportsTests {
  private static let port = Source(
    identity: "a", kind: SerialSource("/dev/ttyUSB0"), likelihood: .certain)

  /// Returns what is sent at a number of seconds after noon.
  private static func report(_ second: Int, hasTime: Bool = true) -> [UInt8] {
    let time = UTCTime(hour: 12, minute: UInt8(second / 60), second: UInt8(second % 60))
    var message = RMC()
    if hasTime {
      (message.time, message.date) = (time, ShortDate(day: 15, month: 6, yearOfCentury: 25))
      (message.status, message.latitude, message.longitude) = (.valid, 47.5, 9.7)
    } else {
      message.status = .invalid
    }
    return Array((SentenceEncoder().sentence(for: .rmc(message)) ?? "").utf8)
  }

  /// A port at the other end of which a receiver reports at 9600 baud.
  private struct Port {
    var supervisor = Supervisor(isNamed: true)
    var effects = Supervisor.Effects()
    var rate: BaudRate?
    var timesOpened = 0
    var events: [ReceiverEvent] = []

    mutating func act(at now: Duration) {
      for action in effects.takeActions() {
        switch action {
        case .open(_, let first):
          (rate, timesOpened) = (first, timesOpened + 1)
          supervisor.opened(RareReportsTests.port.identity, at: now, into: &effects)
        case .setRate(_, let next): rate = next
        case .close, .remember: break
        }
      }
      events += effects.takeEvents()
    }

    mutating func elapse(to now: Duration) {
      for _ in 0..<100 {
        guard let deadline = supervisor.deadline, deadline <= now else { return }
        supervisor.elapse(to: deadline, into: &effects)
        act(at: deadline)
      }
      Issue.record("the same deadline again and again")
    }

    mutating func receive(_ report: [UInt8], at now: Duration) {
      let bytes = rate == .b9600 ? report : [UInt8](repeating: 0xF8, count: report.count)
      supervisor.received(
        RareReportsTests.port.identity, bytes.span.bytes, at: now, into: &effects)
      act(at: now)
    }
  }

  /// Until the time between its reports is known, the port may be taken for silent, and be at another rate for one report.
  @Test(arguments: [11, 30, 60])
  func neitherLoseTheirFixNorFallSilentBetweenReports(seconds: Int) {
    var port = Port()
    port.supervisor.appeared(Self.port, at: .zero, into: &port.effects)
    port.act(at: .zero)
    for second in stride(from: seconds, through: 20 * seconds, by: seconds) {
      port.elapse(to: .seconds(second) - .nanoseconds(1))
      if second == 5 * seconds { (port.events, port.timesOpened) = ([], 0) }
      port.receive(Self.report(second), at: .seconds(second))
    }
    port.elapse(to: .seconds(20 * seconds + 1))
    #expect(port.events.count { $0.fix != nil } == 16)
    #expect(port.events.allSatisfy { $0.content != .report(.fixLost(nil)) })
    #expect(port.timesOpened == 0)
    #expect(port.supervisor.status.current?.state == .fix)
    // It is silent after three of its periods.
    port.elapse(to: .seconds(23 * seconds))
    #expect(port.supervisor.status.current?.state == .silent(since: .seconds(20 * seconds)))
  }

  @Test(
    arguments: [
      ("a first report may be one of a few", [0], true, 70),
      ("two reports show how often they come", [0, 1], true, 11),
      ("without a time, several reports do not come once a minute", [0, 1, 2, 3], false, 13),
    ] as [(why: String, reports: [Int], hasTime: Bool, silence: Int)])
  func areSilentLater(why: String, reports: [Int], hasTime: Bool, silence: Int) throws {
    var events: [ReceiverEvent] = []
    var reception = Reception(
      Self.port, isNamed: true, detector: BaudRateDetector(fixed: .b9600, at: .zero),
      SupervisionOptions(), at: .zero)
    for second in reports {
      let report = Self.report(second, hasTime: hasTime)
      _ = reception.received(report.span.bytes, time: nil, at: .seconds(second), into: &events)
    }
    let since = Duration.seconds(try #require(reports.last))
    #expect(
      reception.elapse(to: .seconds(silence) - .nanoseconds(1), into: &events).conclusion == nil)
    #expect(
      reception.elapse(to: .seconds(silence), into: &events).conclusion == .silent(since: since))
  }

  /// gpsd itself says something when it is connected to.
  @Test func areFollowedThroughGpsd() {
    let gpsd = Source(
      identity: "a", kind: GpsdSource(host: "a", port: GpsdSource.usualPort, device: nil))
    var events: [ReceiverEvent] = []
    var reception = Reception(
      gpsd, isNamed: true, detector: nil, SupervisionOptions(), at: .zero)
    let greeting = #"{"class":"VERSION","release":"3.22","proto_major":3}"# + "\n"
    _ = reception.received(Array(greeting.utf8).span.bytes, time: nil, at: .zero, into: &events)
    for second in [9, 39] {
      #expect(reception.elapse(to: .seconds(second), into: &events).conclusion == nil)
      let tpv =
        #"{"class":"TPV","device":"b","mode":3,"time":"2025-06-15T06:32:\#(second + 10).000Z","#
        + #""lat":47.5,"lon":9.7}"# + "\n"
      _ = reception.received(
        Array(tpv.utf8).span.bytes, time: nil, at: .seconds(second), into: &events)
    }
    #expect(
      reception.elapse(to: .seconds(39 + 89), into: &events).conclusion == nil && reception.hasFix)
  }
}
