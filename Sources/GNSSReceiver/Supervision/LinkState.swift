// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// Whether the link to a candidate is open, and when to try again if it is not.
struct LinkState {
  enum Phase: Hashable {
    /// Not open; when to try again, `nil` if only after an event.
    case closed(retry: Duration?)
    /// Being opened, or connecting.
    case opening(since: Duration)
    case open(since: Duration)
  }

  private(set) var phase: Phase = .closed(retry: nil)
  /// Whether the place is present: a device that was removed is absent until it is reported again.
  private(set) var isPresent = true
  private var failures: Backoff
  /// How long the link has to be understood before its next failure counts as a first one.
  private let stay: Duration
  /// When the first sentence arrived; `nil` if none has since the link was opened.
  private var understoodAt: Duration?

  init(_ rule: RetryRule) {
    stay = rule.stay
    failures = Backoff(first: rule.first, longest: rule.longest)
  }

  /// - Parameter traits: those of the place that the link leads to.
  init(_ traits: PlaceTraits, _ rules: RetryRules) {
    if traits.contains(.isLastResort) {
      self.init(rules.lastResort)
    } else if traits.contains(.isRemote) {
      self.init(rules.server)
    } else {
      self.init(traits.contains(.isService) ? rules.service : rules.port)
    }
  }

  var isOpen: Bool { if case .open = phase { true } else { false } }
  var isClosed: Bool { if case .closed = phase { true } else { false } }
  /// Whether it is closed although the place is present, with no retry planned.
  var isIdle: Bool { phase == .closed(retry: nil) && isPresent }
  /// When opening it started; `nil` unless it is still being opened.
  var openingSince: Duration? { if case .opening(let since) = phase { since } else { nil } }
  /// When it was opened; `nil` if it is not open.
  var openedAt: Duration? { if case .open(let since) = phase { since } else { nil } }
  /// When to try again; `nil` if no retry is planned.
  var retry: Duration? { if case .closed(let retry) = phase { retry } else { nil } }

  /// Records that the link is about to be opened.
  ///
  /// - Returns: false if it is already open, or being opened.
  mutating func willOpen(at now: Duration) -> Bool {
    guard isClosed else { return false }
    phase = .opening(since: now)
    understoodAt = nil
    return true
  }

  /// Records that the link has been opened.
  ///
  /// - Returns: false if it is no longer being opened.
  mutating func opened(at now: Duration) -> Bool {
    guard case .opening = phase else { return false }
    phase = .open(since: now)
    return true
  }

  /// Records the first sentence.
  ///
  /// Noise before the next hang-up is not a success.
  mutating func understood(at now: Duration) { understoodAt = now }

  /// Records that the link is to be closed.
  ///
  /// - Returns: whether there is anything to close.
  mutating func close(retry: Duration? = nil) -> Bool {
    defer { phase = .closed(retry: retry) }
    return !isClosed
  }

  /// Records that the link could not be opened, has failed or has hung up: it is closed, and tried again after a delay.
  ///
  /// - Returns: whether there is anything to close.
  mutating func failed(at now: Duration) -> Bool {
    if let understoodAt, now >= understoodAt + stay { failures.reset() }
    understoodAt = nil
    return close(retry: now + failures.next())
  }

  /// Records that the place has been removed; nothing is tried until it returns.
  ///
  /// - Returns: whether there is anything to close.
  mutating func vanished() -> Bool {
    isPresent = false
    return close()
  }

  /// Records that the place is present again, or may be opened now.
  mutating func returned() {
    isPresent = true
    failures.reset()
  }
}
