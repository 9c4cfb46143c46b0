// Core Location for Linux. SPDX-License-Identifier: MIT

import SerialLine

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
