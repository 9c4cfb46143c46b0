// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS

/// The compass of the source: whether there is one, and by which clock its headings are dated.
struct Compass: Sendable {
  /// A receiver that had a position for so many seconds of its own time and sent no heading has no compass.
  static let absence: TimeInterval = 30
  /// How long a heading waits for the receiver's time, with which locations are dated too.
  static let patience = Duration.seconds(2)

  private var isHeard = false
  private var firstFix: Date?
  private var isKnownToBeAbsent = false
  /// The newest heading that waits for the receiver's time, and until when.
  private var waiting: (heading: Heading, deadline: Duration)?
  /// Whether the receiver let a heading wait in vain: it sends no time.
  private var isTimeless = false

  /// Whether headings may come: there is a source that can send them, and nothing says that it does not.
  var isAvailable: Bool { isHeard || !isKnownToBeAbsent }

  /// When ``elapse(to:)`` has something to do; `nil` while it has not.
  var deadline: Duration? { waiting?.deadline }

  /// A heading came; the moment it belongs to, or `nil` while the receiver's time is waited for.
  mutating func received(_ heading: Heading, at now: Duration) -> Date? {
    isHeard = true
    if let time = heading.time?.timestamp {
      (waiting, isTimeless) = (nil, false)
      return time
    }
    if isTimeless { return Date() }
    waiting = (heading, waiting?.deadline ?? now + Self.patience)
    return nil
  }

  /// A fix came; the heading that has waited for its time, if one has.
  mutating func received(fixAt time: Date) -> Heading? {
    let first = firstFix ?? time
    firstFix = first
    if !isHeard, time.timeIntervalSince(first) >= Self.absence { isKnownToBeAbsent = true }
    defer { waiting = nil }
    return waiting?.heading
  }

  /// Time has passed; the heading that need not wait any more, dated by the machine's clock.
  mutating func elapse(to now: Duration) -> Heading? {
    guard let waiting, waiting.deadline <= now else { return nil }
    (self.waiting, isTimeless) = (nil, true)
    return waiting.heading
  }

  /// There is no source, or no receiver at it.
  mutating func sourceIsAbsent() { isKnownToBeAbsent = true }

  /// A receiver is being opened: it may be another one.
  mutating func sourceStarts() { self = Compass() }

  /// Listening begins or ends.
  mutating func forget() { (firstFix, waiting) = (nil, nil) }
}
