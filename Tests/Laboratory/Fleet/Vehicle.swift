// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationPublishing
import ReceiverSimulator
import TrackStore

/// A vehicle with a receiver: what the receiver sends, and what is published of that.
struct Vehicle {
  private var receiver: SimulatedReceiver
  private var pipeline = FixPipeline()
  private var filter: PositionFilter
  private var burst: [UInt8] = []

  /// Creates a vehicle of a fleet, on a circle of its own.
  init(number: Int, from start: FixTime) {
    let center = SimulatedPosition(
      latitude: 47.5 + Double(number % 100) / 100, longitude: 9.5 + Double(number / 100) / 10,
      altitude: 400)
    var configuration = SimulatedReceiver.Configuration(
      route: .circle(center: center, radius: 200, speed: 10),
      startDate: start.date ?? CivilDate(daysSince1970: 0), startTime: start.time)
    configuration.sentences = [.gga, .rmc]
    receiver = SimulatedReceiver(configuration, seed: UInt64(number))
    var rule = SendingRule()
    (rule.interval, rule.pause) = (0, 0)
    filter = PositionFilter(device: "vehicle-\(number)", rule: rule)
  }

  /// Makes the receiver send the epoch of its next second.
  mutating func send() {
    burst.removeAll(keepingCapacity: true)
    _ = receiver.nextEpoch(appendingTo: &burst)
  }

  /// Reads what has been sent.
  ///
  /// - Parameter arrival: the time at which it arrived, by any clock.
  mutating func receive(at arrival: Duration, into reports: inout [PositionReport]) {
    var fixes: [Fix] = []
    let gather: (ReceiverReport) -> Void = { if case .fix(let fix) = $0 { fixes.append(fix) } }
    let sent = burst
    pipeline.push(sent.span.bytes, at: arrival, gather)
    pipeline.elapse(to: arrival + .milliseconds(500), gather)
    for fix in fixes { reports += filter.received(fix) }
  }
}
