// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import NMEA0183

/// The deadlines after which the absence of data has a consequence.
extension Listening {
  /// When ``elapse(to:)`` has something to do; `nil` for never.
  var deadline: Duration? {
    var first = earlier(progress.deadline, fixDeadline)
    if understoodAt == nil { first = earlier(first, detectorDeadline) }
    first = earlier(first, silenceDeadline)
    first = earlier(first, garbledDeadline)
    return earlier(first, judgementDeadline)
  }

  /// Returns until when bytes that follow those just received may gather, so that a slow line does not wake the thread
  /// for each piece; `nil` if they have to be read at once.
  ///
  /// After a complete line, the next bytes may belong to the next epoch.
  func pauseEnd(after bytes: RawSpan, at now: Duration) -> Duration? {
    guard rate != nil, let period = progress.period, bytes.byteCount > 0,
      bytes.unsafeLoadUnaligned(fromByteOffset: bytes.byteCount - 1, as: UInt8.self)
        != UInt8(ascii: "\n")
    else { return nil }
    return now + min(period / 25, .milliseconds(8))
  }

  /// When the silence has lasted too long; `nil` if silence has no consequence.
  var silenceDeadline: Duration? {
    if traits.contains(.ends) || decoder?.reportsStates == true && understoodAt != nil {
      return nil
    }
    if traits.contains(.isConnectionless), case .silent = state { return nil }
    // Added, since multiplication is generic and this runs at every wake-up.
    var patience = options.silence
    if lastBytes == nil { for _ in 0..<min(silences, 5) { patience += patience } }
    return (lastBytes ?? openedAt) + max(patience, threePeriods)
  }

  /// Three times the period, since a receiver that sends once a minute is not silent.
  private var threePeriods: Duration {
    guard let period = progress.period else { return .zero }
    return period + period + period
  }

  /// When to conclude that a receiver that was understood, and whose bytes no longer form sentences, has changed its
  /// rate or protocol.
  ///
  /// `nil` if its bytes make sense or may still become a sentence, or if there is no rate to find.
  var garbledDeadline: Duration? {
    guard rate != nil, understoodAt != nil, let lastSentence,
      unreadable > SentenceFramer.maximumLength
    else { return nil }
    return lastSentence + max(options.silence, threePeriods)
  }

  /// When to conclude that a candidate that sends data, but never a position, is not a receiver.
  var judgementDeadline: Duration? {
    if isReceiver { return nil }
    if case .notAReceiver = state { return nil }
    if let understoodAt { return decoder == nil ? understoodAt + options.silence : nil }
    // Where there is a rate, the detector decides.
    return rate == nil && lastBytes != nil ? openedAt + options.silence : nil
  }
}
