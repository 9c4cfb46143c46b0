// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183

/// When something follows from what has not been heard.
extension Listening {
  /// When ``elapse(to:)`` has something to do; `nil` while it has not.
  var deadline: Duration? {
    var first = earlier(progress.deadline, fixDeadline)
    if understoodAt == nil { first = earlier(first, detectorDeadline) }
    first = earlier(first, silenceDeadline)
    first = earlier(first, garbledDeadline)
    return earlier(first, judgementDeadline)
  }

  private func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  /// Until when bytes may gather that follow those just received, so that a slow line does not wake the thread for each
  /// of its pieces; `nil` if they are to be read at once.
  ///
  /// After a whole line, the next bytes may be those of the next epoch.
  func pauseEnd(after bytes: RawSpan, at now: Duration) -> Duration? {
    guard rate != nil, let period = progress.period, bytes.byteCount > 0,
      bytes.unsafeLoadUnaligned(fromByteOffset: bytes.byteCount - 1, as: UInt8.self)
        != UInt8(ascii: "\n")
    else { return nil }
    return now + min(period / 25, .milliseconds(8))
  }

  /// When it has been silent for too long; `nil` if there is nothing to be done about it.
  var silenceDeadline: Duration? {
    if traits.contains(.ends) || decoder?.reportsStates == true && understoodAt != nil {
      return nil
    }
    if traits.contains(.isConnectionless), case .silent = state { return nil }
    // By adding: multiplying is generic, and this is asked at every wake-up.
    var patience = options.silence
    if lastBytes == nil { for _ in 0..<min(silences, 5) { patience += patience } }
    return (lastBytes ?? openedAt) + max(patience, threePeriods)
  }

  /// A receiver that sends every minute is not silent.
  private var threePeriods: Duration {
    guard let period = progress.period else { return .zero }
    return period + period + period
  }

  /// When a receiver that was understood, and whose bytes make no sentence any more, has another rate or another
  /// protocol.
  ///
  /// `nil` if its bytes make sense, may be a sentence yet, or there is no rate to be found.
  var garbledDeadline: Duration? {
    guard rate != nil, understoodAt != nil, let lastSentence,
      unreadable > SentenceFramer.maximumLength
    else { return nil }
    return lastSentence + max(options.silence, threePeriods)
  }

  /// When a candidate that sends, and never a position, is no receiver.
  var judgementDeadline: Duration? {
    if isReceiver { return nil }
    if case .notAReceiver = state { return nil }
    if let understoodAt { return decoder == nil ? understoodAt + options.silence : nil }
    // Where there is a rate, its detector judges.
    return rate == nil && lastBytes != nil ? openedAt + options.silence : nil
  }
}
