// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183

/// Returns the fixes of sentences that are given without their `$`, `*` and checksum.
func fixes(_ bodies: [String]) -> [Fix] {
  var pipeline = FixPipeline()
  var fixes: [Fix] = []
  func collect(_ event: ReceiverReport) {
    if case .fix(let fix) = event { fixes.append(fix) }
  }
  let bytes = bodies.flatMap { SentenceEncoder.sentence(body: $0).utf8 }
  pipeline.push(bytes.span.bytes, collect)
  pipeline.finish(collect)
  return fixes
}
