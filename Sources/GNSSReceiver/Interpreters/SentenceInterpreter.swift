// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// Reads what receivers send.
///
/// ``FixPipeline`` is the value in which everything that comes mixed on a receiver's line becomes one series of fixes.
struct SentenceInterpreter: Interpreter {
  let protocolName = "NMEA 0183"
  private var pipeline: FixPipeline
  private(set) var progress = FixPipeline.Progress()

  /// For how long the machine has slept in all, which the clock of `now` does not count, nanoseconds.
  private let asleep: @Sendable () -> Int64

  init(_ pipeline: FixPipeline, asleep: @escaping @Sendable () -> Int64) {
    (self.pipeline, self.asleep) = (pipeline, asleep)
  }

  mutating func read(_ bytes: RawSpan, at now: Duration, _ consume: Interpretation.Consumer) {
    let progress = pipeline.push(bytes, at: now.nanoseconds, asleep: asleep()) {
      consume(.event(.report($0)))
    }
    follow(progress, consume)
  }

  mutating func elapse(to now: Duration, _ consume: Interpretation.Consumer) {
    pipeline.elapse(to: now) { consume(.event(.report($0))) }
    follow(pipeline.progress, consume)
  }

  mutating func finish(_ consume: Interpretation.Consumer) {
    pipeline.finish { consume(.event(.report($0))) }
    progress = pipeline.progress
  }

  private mutating func follow(
    _ progress: FixPipeline.Progress, _ consume: Interpretation.Consumer
  ) {
    if let time = progress.timeWithoutFix, time != self.progress.timeWithoutFix {
      consume(.event(.timeWithoutFix(time)))
    }
    self.progress = progress
  }
}
