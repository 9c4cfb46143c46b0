// Core Location for Linux. SPDX-License-Identifier: MIT

import SerialLine

/// What arrives on an open link, and when, whatever it means.
struct LineActivity {
  let openedAt: Duration
  /// How many times in a row it was opened before without receiving a byte.
  let silences: Int
  /// The present rate; `nil` if there is none.
  var rate: BaudRate?
  /// Whether the candidate's state is kept until a byte arrives.
  var keepsState = false
  /// When the last byte arrived; `nil` if none has.
  private(set) var lastBytes: Duration?
  /// When bytes last formed a sentence; `nil` if none have.
  private(set) var lastSentence: Duration?
  /// How many bytes have arrived since then.
  private(set) var unreadable = 0

  init(openedAt: Duration, silences: Int, rate: BaudRate?) {
    self.openedAt = openedAt
    self.silences = silences
    self.rate = rate
  }

  mutating func received(_ count: Int, formsSentence: Bool, at now: Duration) {
    lastBytes = now
    keepsState = false
    (lastSentence, unreadable) = formsSentence ? (now, 0) : (lastSentence, unreadable + count)
  }
}
