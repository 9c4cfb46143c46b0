// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// Reads what receivers send.
///
/// ``FixPipeline`` is the value in which everything that comes mixed on a receiver's line becomes one series of fixes.
struct SentenceInterpreter: Interpreter {
  let protocolName = "NMEA 0183"
  private var pipeline: FixPipeline

  init(_ pipeline: FixPipeline) { self.pipeline = pipeline }

  var progress: FixPipeline.Progress { pipeline.progress }

  mutating func read(_ bytes: RawSpan, at now: Duration, _ consume: (Interpretation) -> Void) {
    pipeline.push(bytes, at: now) { consume(.report($0)) }
  }

  mutating func elapse(to now: Duration, _ consume: (Interpretation) -> Void) {
    pipeline.elapse(to: now) { consume(.report($0)) }
  }

  mutating func finish(_ consume: (Interpretation) -> Void) {
    pipeline.finish { consume(.report($0)) }
  }
}
