// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import ReceiverRecording
import ReceiverSimulator

/// NMEA 0183, so that any track can be replayed; between two segments, sentences report the loss of the position.
///
/// A fix without a date is left out, because no sentence could be dated by it.
struct NMEAWriter: TrackWriter {
  private let sentences = FixSentences()
  private var isFirstPart = true

  func canWrite(_ fix: Fix) -> Bool { fix.time?.date != nil }

  mutating func beginPart(with fix: Fix, _ text: inout TrackText) {
    if !isFirstPart { sentences.appendLoss(to: &text.lanes[0]) }
    isFirstPart = false
  }

  func append(_ fix: Fix, _ text: inout TrackText) { sentences.append(fix, to: &text.lanes[0]) }
}
