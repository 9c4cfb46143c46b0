// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS

/// The compass of the source: whether there is one, and which clock dates its headings.
struct Compass: Sendable {
  /// A receiver with a position but no heading for this long, in seconds of its own time, has no compass.
  static let absence: TimeInterval = 30
  /// How long a heading waits for the receiver's time, which dates locations too.
  static let patience = Duration.seconds(2)

  var last: CLHeading.Fields?
  private var isHeard = false
  private var firstFix: Date?
  private var isKnownToBeAbsent = false
  /// The newest heading that waits for the receiver's time, and until when.
  private var waiting: (heading: Heading, deadline: Duration)?
  /// Whether a heading has waited in vain because the receiver sends no time.
  private var isTimeless = false

  /// Whether headings may arrive: the source has sent one, or is not known to lack a compass.
  var isAvailable: Bool { isHeard || !isKnownToBeAbsent }

  /// When ``elapse(to:)`` has something to do; `nil` if it has nothing to do.
  var deadline: Duration? { waiting?.deadline }

  /// Processes a heading, and returns its time; `nil` if it waits for the receiver's time.
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

  /// Processes a fix, and returns the heading that has waited for its time, if there is one.
  mutating func received(fixAt time: Date) -> Heading? {
    let first = firstFix ?? time
    firstFix = first
    if !isHeard, time.timeIntervalSince(first) >= Self.absence { isKnownToBeAbsent = true }
    return waiting.take()?.heading
  }

  /// Responds to the passage of time; returns the heading that has waited long enough, to be dated by the machine's clock.
  mutating func elapse(to now: Duration) -> Heading? {
    guard let waiting, waiting.deadline <= now else { return nil }
    (self.waiting, isTimeless) = (nil, true)
    return waiting.heading
  }

  /// Records that there is no source, or that it has no receiver.
  mutating func sourceIsAbsent() { isKnownToBeAbsent = true }

  /// Starts again because a receiver is being opened, which may be another one.
  mutating func sourceStarts() { self = Compass(last: last) }

  init(last: CLHeading.Fields? = nil) { self.last = last }

  /// Forgets the first fix and the waiting heading, because listening begins or ends.
  mutating func forget() { (firstFix, waiting) = (nil, nil) }
}
