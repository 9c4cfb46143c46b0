// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import NMEA0183
import SerialLine

/// The deadlines after which the absence of data has a consequence.
extension Reception {
  /// Determines ``deadline``, at the end of every call that may change it.
  mutating func plan() {
    deadline = earlier(progress.deadline, fixDeadline)
    // A fix is lost after three periods; every other consequence of silence takes at least as long.
    if hasFix, progress.period != nil { return }
    deadline = earlier(deadline, proofDeadline)
    deadline = earlier(deadline, silenceDeadline)
    deadline = earlier(deadline, garbledDeadline)
    deadline = earlier(deadline, judgementDeadline)
  }

  /// Returns what follows from what has not arrived.
  func silence(at now: Duration) -> Conclusion? {
    if let silenceDeadline, now >= silenceDeadline {
      let since =
        if case .silent(let since) = state { since } else { line.lastBytes ?? line.openedAt }
      return .silent(since: since)
    }
    if let garbledDeadline, now >= garbledDeadline { return .garbled }
    if let judgementDeadline, now >= judgementDeadline {
      return .notAReceiver(
        isProgram
          ? .otherProtocol(protocolName) : reports.isUnderstood ? .noPosition : .noSentence(nil))
    }
    return nil
  }

  /// Returns until when bytes that follow those just received may gather, so that a slow line does not wake the thread
  /// for each piece; `nil` if they have to be read at once.
  ///
  /// After a complete line, the next bytes may belong to the next epoch.
  func gatherEnd(after bytes: RawSpan, at now: Duration) -> Duration? {
    guard rate != nil, let period = progress.period, bytes.byteCount > 0,
      bytes.unsafeLoadUnaligned(fromByteOffset: bytes.byteCount - 1, as: UInt8.self)
        != UInt8(ascii: "\n")
    else { return nil }
    return now + Duration(nanoseconds: min(period.nanoseconds / 25, 8_000_000))
  }

  /// When the silence has lasted too long; `nil` if silence has no consequence.
  private var silenceDeadline: Duration? {
    if traits.contains(.ends) || reports.reportsStates && reports.isUnderstood { return nil }
    if traits.contains(.isConnectionless), case .silent = state { return nil }
    guard let lastBytes = line.lastBytes else {
      let patience = options.silence * (1 << min(line.silences, 5))
      return line.openedAt + (line.isRateLikely ? max(patience, longestPause) : patience)
    }
    return lastBytes + max(mayReportRarely ? longestPause : options.silence, threePeriods)
  }

  /// Longer than the pauses of a receiver that reports once a minute.
  private var longestPause: Duration { FixPeriod.longest + options.silence }

  /// Whether what has come may be the first report of such a receiver, from which its period is not known.
  private var mayReportRarely: Bool {
    progress.period == nil && (isReceiver || reports.hasHadFix) && line.endsInShortBurst
  }

  /// Three times the period, since a receiver that sends once a minute is not silent.
  private var threePeriods: Duration { (progress.period ?? .zero) * 3 }

  /// When to conclude that a receiver that was understood, and whose bytes no longer form sentences, has changed its
  /// rate or protocol.
  ///
  /// `nil` if its bytes make sense or may still become a sentence, or if there is no rate to find.
  private var garbledDeadline: Duration? {
    guard rate != nil, reports.isUnderstood, let lastSentence = line.lastSentence,
      line.unreadable > SentenceFramer.maximumLength
    else { return nil }
    return lastSentence + max(options.silence, threePeriods)
  }

  /// When to conclude that a source that sends data, but never a position, is not a receiver.
  private var judgementDeadline: Duration? {
    if isReceiver { return nil }
    if case .notAReceiver = state { return nil }
    if let understoodAt = reports.understoodAt {
      return isProgram ? nil : understoodAt + options.silence
    }
    // Where there is a rate, the detector decides.
    return rate == nil && line.lastBytes != nil ? line.openedAt + options.silence : nil
  }
}

extension Reception {
  /// What the data received so far, or its absence, means for the connection.
  enum Conclusion: Hashable {
    /// The source was understood, at this rate if there is one.
    case understood(BaudRate?)
    /// Listen at this rate from now on.
    case changedRate(BaudRate)
    /// It is not a receiver; the rate at which to continue listening, if that makes sense.
    case notAReceiver(ReceiverState.Reason, next: BaudRate? = nil)
    /// No byte has arrived for too long.
    case silent(since: Duration)
    /// It was understood before, and has sent bytes without a sentence for too long: the rate or the protocol has
    /// changed.
    case garbled
  }

  /// What follows from a piece of data.
  struct Outcome {
    /// What it means for the connection; `nil` for nothing.
    let conclusion: Conclusion?
    /// Whether anything has changed that affects the choice of a receiver, or that is reported.
    let hasChanged: Bool
    /// Until when the bytes that follow may gather; `nil` if they have to be read at once.
    var gatherEnd: Duration? = nil
  }
}
