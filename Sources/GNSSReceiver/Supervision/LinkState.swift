// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// Whether the link to a candidate is open, and when to try again if it is not.
struct LinkState {
  enum Phase: Hashable {
    /// Not open; when to try again, `nil` if not before something happens.
    case closed(retry: Duration?)
    /// Being opened, or connected to.
    case opening(since: Duration)
    case open(since: Duration)
  }

  private(set) var phase: Phase = .closed(retry: nil)
  /// Whether it is there: a device that was removed is not, until it is reported again.
  private(set) var isPresent = true
  private var failures: Backoff
  /// How long it has to be understood for the next failure to be a first one.
  private let stay: Duration
  /// When the first sentence came; `nil` if none has since it was opened.
  private var understoodAt: Duration?

  init(firstRetry: Duration, longestRetry: Duration, stay: Duration) {
    self.stay = stay
    failures = Backoff(first: firstRetry, longest: longestRetry)
  }

  /// - Parameter traits: those of the place that it leads to.
  init(_ traits: PlaceTraits, _ options: SupervisionOptions) {
    let (first, stay): (Duration, Duration) =
      if traits.contains(.isRemote) {
        (options.firstNetworkRetry, options.networkStay)
      } else if traits.contains(.isService) {
        (options.firstServiceRetry, options.serviceStay)
      } else {
        (options.firstRetry, .zero)
      }
    self.init(firstRetry: first, longestRetry: options.longestRetry, stay: stay)
  }

  var isOpen: Bool { if case .open = phase { true } else { false } }
  var isClosed: Bool { if case .closed = phase { true } else { false } }
  /// Whether it is closed although it is there, and nothing is planned.
  var isIdle: Bool { phase == .closed(retry: nil) && isPresent }
  /// When it was begun to open; `nil` unless that takes until now.
  var openingSince: Duration? { if case .opening(let since) = phase { since } else { nil } }
  /// When it was opened; `nil` unless it is open.
  var openedAt: Duration? { if case .open(let since) = phase { since } else { nil } }
  /// When to try again.
  var retry: Duration? { if case .closed(let retry) = phase { retry } else { nil } }

  /// It is about to be opened.
  ///
  /// - Returns: false if it is open, or being opened, already.
  mutating func willOpen(at now: Duration) -> Bool {
    guard isClosed else { return false }
    phase = .opening(since: now)
    understoodAt = nil
    return true
  }

  /// It has been opened.
  ///
  /// - Returns: false if nobody waits for that any more.
  mutating func opened(at now: Duration) -> Bool {
    guard case .opening = phase else { return false }
    phase = .open(since: now)
    return true
  }

  /// The first sentence came.
  ///
  /// Noise before the next hang-up is no success.
  mutating func understood(at now: Duration) { understoodAt = now }

  /// It is to be closed.
  ///
  /// - Returns: whether there is anything to close.
  mutating func close(retry: Duration? = nil) -> Bool {
    defer { phase = .closed(retry: retry) }
    return !isClosed
  }

  /// It could not be opened, fails or has hung up: it is closed, and tried again after a while.
  ///
  /// - Returns: whether there is anything to close.
  mutating func failed(at now: Duration) -> Bool {
    if let understoodAt, now >= understoodAt + stay { failures.reset() }
    understoodAt = nil
    return close(retry: now + failures.next())
  }

  /// It has been removed: nothing to try until it is back.
  ///
  /// - Returns: whether there is anything to close.
  mutating func vanished() -> Bool {
    isPresent = false
    return close()
  }

  /// It is there again, or may be opened now.
  mutating func returned() {
    isPresent = true
    failures.reset()
  }
}
