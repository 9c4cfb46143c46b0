// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
package import SerialLine

/// Finds the baud rate of a receiver by listening.
///
/// A sentence with a valid checksum proves a rate. The remembered rate is tried first, then the usual ones, each for
/// two cycles of a receiver. While a line has never sent a byte, the rate is not changed: at a wrong rate bytes would
/// arrive, too, only different ones.
package struct BaudRateDetector: Sendable {
  /// What follows from the bytes that were received.
  package enum Verdict: Hashable, Sendable {
    /// Nothing yet.
    case listening
    /// Listen at this rate next.
    case tryRate(BaudRate)
    /// This is the receiver's rate.
    case found(BaudRate)
    /// A binary protocol of this name, at the present rate.
    case binary(String)
    /// Every rate has been tried; the next round listens longer, beginning with this rate.
    case nothingFound(next: BaudRate)
  }

  /// The order in which rates are tried: the most common first.
  package static let usualRates: [BaudRate] = [
    .b9600, .b4800, .b38400, .b115200, .b57600, .b19200, .b230400, .b460800, .b921600,
  ]

  /// Time for two cycles of a receiver that sends once a second.
  package static let dwell: Duration = .milliseconds(2200)

  /// How many frames with a valid checksum prove that a stream is binary.
  private static let provingFrames = 2

  private var rates: [BaudRate]
  private var index = 0
  private var round = 1
  private var hasHeard = false
  /// When the rate was set; for the first rate, when the first byte arrived.
  private var start: Duration
  private var frames = FrameCounter()

  /// - Parameters:
  ///   - fixed: the only rate allowed; `nil` allows all.
  ///   - remembered: the rate of this device when it was last used.
  /// - skipping: how many rates of the list have already been tried in vain.
  package init(
    fixed: BaudRate? = nil, remembered: BaudRate? = nil, skipping: Int = 0, at now: Duration
  ) {
    if let fixed {
      rates = [fixed]
    } else if let remembered {
      rates = [remembered] + Self.usualRates.filter { $0 != remembered }
    } else {
      rates = Self.usualRates
    }
    index = skipping % rates.count
    start = now
  }

  /// The rate to listen at.
  package var rate: BaudRate { rates[index] }

  /// Whether this is the rate to begin with, of several.
  var isFirstOfSeveral: Bool { index == 0 && rates.count > 1 }

  /// When to call ``elapse(to:)``; `nil` until the line has sent a byte.
  package var deadline: Duration? { hasHeard ? start + Self.dwell * round : nil }

  /// Takes bytes that have arrived.
  ///
  /// - Parameter sentences: the number of valid sentences since the rate was set.
  package mutating func received(_ bytes: RawSpan, sentences: Int, at now: Duration) -> Verdict {
    if !hasHeard {
      hasHeard = true
      start = now
    }
    if sentences > 0 { return .found(rate) }
    frames.push(bytes)
    return elapse(to: now)
  }

  /// Advances to a time, and returns what follows from it.
  package mutating func elapse(to now: Duration) -> Verdict {
    guard let deadline, now >= deadline else { return .listening }
    if let (name, count) = frames.counts.max(by: { $0.value < $1.value }),
      count >= Self.provingFrames
    {
      // If listening continues, a binary stream is reported again.
      frames = FrameCounter()
      start = now
      return .binary(name)
    }
    return advance(at: now)
  }

  /// Moves on to the next rate, for example because the driver does not support the present one.
  package mutating func advance(at now: Duration) -> Verdict {
    frames = FrameCounter()
    start = now
    index += 1
    guard index == rates.count else { return .tryRate(rate) }
    index = 0
    round = min(round + 1, Self.mostRounds)
    return .nothingFound(next: rate)
  }

  /// A receiver that sends every five seconds is found in the fifth round.
  private static let mostRounds = 5
}
