// Core Location for Linux. SPDX-License-Identifier: MIT

import SerialLine

/// Finds out whether bytes make sense, until they do, and whether they come from a receiver.
struct ReceiverProof {
  enum Verdict: Hashable {
    /// A sentence arrived where there is no rate to find.
    case understood
    /// It is gpsd, which sends only its greeting until a client requests more.
    case gpsd
    case rate(BaudRateDetector.Verdict)
  }

  private var detector: BaudRateDetector?
  private var greeting: GreetingDetector?
  /// Whether it has reported a position, valid or not.
  var isReceiver = false
  /// What arrived before it was known to come from a receiver.
  var unproven = UnprovenBytes()

  /// - Parameter detector: finds the rate; `nil` if there is none to find.
  init(_ detector: BaudRateDetector?, of traits: SourceTraits) {
    self.detector = detector
    if traits.contains(.isRemote) { greeting = GreetingDetector() }
  }

  /// When the present rate has been tried long enough.
  var deadline: Duration? { detector?.deadline }

  /// - Parameter sentences: the number of valid sentences since the rate was set.
  mutating func received(_ bytes: RawSpan, sentences: Int, at now: Duration) -> Verdict? {
    if greeting?.completes(with: bytes) == true { return .gpsd }
    if let verdict = detector?.received(bytes, sentences: sentences, at: now) {
      return .rate(verdict)
    }
    // There is no rate to find, so any sentence will do.
    return sentences == 0 ? nil : .understood
  }

  mutating func elapse(to now: Duration) -> Verdict? {
    (detector?.elapse(to: now)).map(Verdict.rate)
  }

  /// Moves on to the next rate, because the driver does not support the present one; `nil` if no rate is being looked
  /// for.
  mutating func refusedRate(at now: Duration) -> Verdict? {
    (detector?.advance(at: now)).map(Verdict.rate)
  }
}
