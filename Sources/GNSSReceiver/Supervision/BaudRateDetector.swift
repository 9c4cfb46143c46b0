// Core Location for Linux. SPDX-License-Identifier: MIT

package import SerialLine

/// Finds the baud rate of a receiver by listening.
///
/// A sentence with a good checksum proves a rate. The remembered rate comes first, then the usual ones; each is
/// given time for two cycles of a receiver. A line that has never sent a byte is waited for: at a wrong
/// rate there would be bytes too, only other ones.
package struct BaudRateDetector: Sendable {
  /// What follows from what was heard.
  package enum Verdict: Hashable, Sendable {
    /// Nothing yet.
    case listening
    /// Listen at this rate now.
    case tryRate(BaudRate)
    /// This is the rate.
    case found(BaudRate)
    /// A binary protocol, at the rate that is set.
    case binary(String)
    /// Every rate has been tried; they are tried again, for longer. This one is next.
    case nothingFound(next: BaudRate)
  }

  /// The order in which rates are tried: the most usual first.
  package static let usualRates: [BaudRate] = [
    .b9600, .b4800, .b38400, .b115200, .b57600, .b19200, .b230400, .b460800, .b921600,
  ]

  /// Time for two cycles of a receiver that sends once a second.
  package static let dwell: Duration = .milliseconds(2200)

  /// Frames with a good checksum that make a stream a binary one.
  private static let provingFrames = 2

  private var rates: [BaudRate]
  private var index = 0
  private var round = 1
  private var hasHeard = false
  /// When the rate was set, and when the first byte came at it.
  private var start: Duration
  private var frames = BinaryFrameDetector()

  /// - Parameters:
  ///   - fixed: the only rate allowed; `nil` allows all.
  ///   - remembered: the rate of this device when it was last used.
  ///   - skipping: how many rates of the list were in vain already.
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

  /// When ``elapse(to:)`` has something to say; `nil` as long as the line has never sent a byte.
  package var deadline: Duration? { hasHeard ? start + Self.dwell * round : nil }

  /// Bytes came.
  ///
  /// - Parameter sentences: valid sentences heard since the rate was set.
  package mutating func received(_ bytes: RawSpan, sentences: Int, at now: Duration) -> Verdict {
    if !hasHeard {
      hasHeard = true
      start = now
    }
    if sentences > 0 { return .found(rate) }
    for index in 0..<bytes.byteCount {
      frames.push(bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self))
    }
    return elapse(to: now)
  }

  /// Time has passed.
  package mutating func elapse(to now: Duration) -> Verdict {
    guard let deadline, now >= deadline else { return .listening }
    if let (name, count) = frames.counts.max(by: { $0.value < $1.value }),
      count >= Self.provingFrames
    {
      // Who goes on listening is told again.
      frames = BinaryFrameDetector()
      start = now
      return .binary(name)
    }
    return advance(at: now)
  }

  /// The driver does not do the rate: on to the next.
  package mutating func advance(at now: Duration) -> Verdict {
    frames = BinaryFrameDetector()
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
