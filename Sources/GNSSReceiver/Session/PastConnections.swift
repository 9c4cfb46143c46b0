// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import SerialLine

/// What earlier connections to a source have shown, for the next one.
struct PastConnections {
  /// The rate at which the source was last understood; `nil` if it never was, or has none.
  var rate: BaudRate?
  /// Whether it has ever reported a position, so that it can be a standby.
  var wasReceiver = false
  /// Whether it hung up without sending a byte when it was last open: its state is then kept until a byte arrives,
  /// since otherwise each new attempt would be reported.
  var isMute = false
  /// How many times in a row it fell silent; reset by any byte.
  private(set) var silences = 0
  /// How many of these times no byte had arrived since it was opened, so that another rate is tried.
  private var dumbRates = 0
  private var exclusions = Backoff(first: .seconds(60), longest: .seconds(600))

  /// - Parameter rate: the one that is remembered from earlier runs.
  init(rate: BaudRate?) { self.rate = rate }

  /// Returns what finds the rate of the next connection.
  ///
  /// - Parameter fixed: the only rate allowed; `nil` allows all.
  func detector(fixed: BaudRate?, at now: Duration) -> BaudRateDetector {
    BaudRateDetector(fixed: fixed, remembered: rate, skipping: dumbRates, at: now)
  }

  /// Records that bytes have arrived.
  mutating func receivedBytes() { (silences, dumbRates, isMute) = (0, 0, false) }

  /// Records a silence that was too long.
  ///
  /// - Parameter hasTalked: whether a byte had arrived since the connection was opened.
  mutating func fellSilent(hasTalked: Bool) {
    silences = hasTalked ? 1 : silences + 1
    dumbRates = hasTalked ? 0 : dumbRates + 1
  }

  /// Records that it could not be opened at a rate, which its driver does not support.
  mutating func refusedRate() { dumbRates += 1 }

  /// Returns for how long it is left alone because it is silent, or not a receiver; `nil` if it stays open.
  ///
  /// One that is likely to be a receiver, or was one, is left alone only if it sends a binary protocol, or sentences that never
  /// contain a position.
  mutating func exclusion(as state: ReceiverState, isTrusted: Bool) -> Duration? {
    switch state {
    case .notAReceiver(.binary), .notAReceiver(.noPosition): break
    default: if isTrusted || wasReceiver { return nil }
    }
    return exclusions.next()
  }

  /// The source's state while it is present, but not needed.
  var restingState: ReceiverState { wasReceiver ? .standby : .unused }
}
