// Core Location for Linux. SPDX-License-Identifier: MIT

import SerialLine

/// What arrives on an open connection, and when, whatever it means.
struct LineActivity {
  let openedAt: Duration
  /// How many times in a row it was opened before without receiving a byte.
  let silences: Int
  /// Whether it has sent something at this rate before, although others might be tried.
  let isRateLikely: Bool
  /// The present rate; `nil` if there is none.
  var rate: BaudRate?
  /// Whether the source's state is kept until a byte arrives.
  var keepsState = false
  /// When the last byte arrived; `nil` if none has.
  private(set) var lastBytes: Duration?
  /// When the first byte after the last pause arrived; `nil` if none has.
  private var burstBegan: Duration?
  /// When bytes last formed a sentence; `nil` if none have.
  private(set) var lastSentence: Duration?
  /// How many bytes have arrived since then.
  private(set) var unreadable = 0

  /// Longer than the pauses of a receiver that reports once a second, and than what a slow line needs for one report.
  private static let pause: Duration = .seconds(3)

  /// - Parameter detector: finds the rate; `nil` if there is none to find.
  init(openedAt: Duration, silences: Int, detector: BaudRateDetector?) {
    self.openedAt = openedAt
    self.silences = silences
    rate = detector?.rate
    // After a silence without a byte, another rate is tried.
    isRateLikely = silences > 0 && detector?.isFirstOfSeveral == true
  }

  /// Whether the last bytes came as a short burst, as those of a receiver do that reports rarely.
  var endsInShortBurst: Bool {
    guard let lastBytes, let burstBegan else { return false }
    return lastBytes < burstBegan + Self.pause
  }

  mutating func received(_ count: Int, formsSentence: Bool, at now: Duration) {
    if lastBytes.map({ now >= $0 + Self.pause }) ?? true { burstBegan = now }
    lastBytes = now
    keepsState = false
    (lastSentence, unreadable) = formsSentence ? (now, 0) : (lastSentence, unreadable + count)
  }
}
