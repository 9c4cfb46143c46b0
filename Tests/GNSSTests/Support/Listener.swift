// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183

/// A pipeline, and the events that it has reported.
struct Listener: Sendable {
  var pipeline: FixPipeline
  var events: [ReceiverReport] = []

  var fixes: [Fix] { events.fixes }
  var courses: [Double?] { fixes.map(\.course) }

  init(_ pipeline: FixPipeline = FixPipeline()) { self.pipeline = pipeline }

  /// Processes a whole stream of sentences.
  init(hearing bodies: [String], with pipeline: FixPipeline = FixPipeline()) {
    self.init(pipeline)
    for body in bodies { receive(body) }
    finish()
  }

  /// Sends sentences in one push, and returns the events that result.
  @discardableResult
  mutating func receive(_ bodies: String..., at arrival: Duration? = nil) -> [ReceiverReport] {
    let text = bodies.map { SentenceEncoder.sentence(body: $0) }.joined()
    return receive(bytes: Array(text.utf8), at: arrival)
  }

  @discardableResult
  mutating func receive(bytes: some Collection<UInt8>, at arrival: Duration? = nil)
    -> [ReceiverReport]
  {
    let bytes = Array(bytes)
    var told: [ReceiverReport] = []
    pipeline.push(bytes.span.bytes, at: arrival) { told.append($0) }
    events += told
    return told
  }

  @discardableResult
  mutating func elapse(to now: Duration) -> [ReceiverReport] {
    var told: [ReceiverReport] = []
    pipeline.elapse(to: now) { told.append($0) }
    events += told
    return told
  }

  @discardableResult
  mutating func finish() -> [ReceiverReport] {
    var told: [ReceiverReport] = []
    pipeline.finish { told.append($0) }
    events += told
    return told
  }
}

extension FixPipeline {
  /// A pipeline that sorts what comes out of order, as for a recording.
  static var sorting: FixPipeline { FixPipeline(undatedFixesHeld: 4096) }
}

extension [ReceiverReport] {
  var fixes: [Fix] {
    compactMap { event in
      if case .fix(let fix) = event { fix } else { nil }
    }
  }

  /// The times of the fixes, as `hhmmss.sss`.
  var times: [String] { fixes.map(\.clock) }

  /// The times at which the fix was lost.
  var losses: [FixTime?] {
    compactMap { event -> FixTime?? in
      if case .fixLost(let time) = event { .some(time) } else { nil }
    }
  }
}

extension Fix {
  /// Its time of day, as `hhmmss.sss`; empty without one.
  var clock: String {
    time.map { GNSSTests.clock(Int($0.time.nanosecondsOfDay / 1_000_000) + 43_200_000) } ?? ""
  }
}

/// Returns a copy of a value with a change applied.
func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var copy = value
  change(&copy)
  return copy
}

/// Returns a time of day from values known to be valid.
func utc(_ hour: UInt8, _ minute: UInt8, _ second: UInt8, nanosecond: UInt32 = 0) -> UTCTime {
  guard let time = UTCTime(hour: hour, minute: minute, second: second, nanosecond: nanosecond)
  else { preconditionFailure("no time of day") }
  return time
}

/// Returns the courses of instants whose course is their number, or a multiple of it.
func courses(_ instants: Range<Int>, times factor: Int = 1) -> [Double?] {
  instants.map { Double($0 * factor) }
}
