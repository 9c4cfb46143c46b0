// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import SerialLine

/// Whether the connection to a source is open, and when to try again if it is not.
struct ConnectionState {
  enum Phase: Hashable {
    /// Not open; when to try again, `nil` if only after an event.
    case closed(retry: Duration?)
    /// Being opened, or connecting.
    case opening(since: Duration)
    case open(since: Duration)
  }

  private(set) var phase: Phase = .closed(retry: nil)
  /// Whether the source is present: a device that was removed is absent until it is reported again.
  private(set) var isPresent = true
  private var failures: Backoff
  /// How long the connection has to be understood before its next failure counts as a first one.
  private let stay: Duration
  /// When the first sentence arrived; `nil` if none has since the connection was opened.
  private var understoodAt: Duration?
  /// Whether to report that opening it takes long.
  var isNews = false

  init(_ rule: RetryRule) {
    stay = rule.stay
    failures = Backoff(first: rule.first, longest: rule.longest)
  }

  /// - Parameter traits: those of the source that the connection leads to.
  init(_ traits: SourceTraits, _ rules: RetryRules) {
    if traits.contains(.isFallback) {
      self.init(rules.fallback)
    } else if traits.contains(.isRemote) {
      self.init(rules.server)
    } else {
      self.init(traits.contains(.isService) ? rules.service : rules.port)
    }
  }

  var isOpen: Bool { if case .open = phase { true } else { false } }
  var isClosed: Bool { if case .closed = phase { true } else { false } }
  /// Whether it is closed although the source is present, with no retry planned.
  var isIdle: Bool { phase == .closed(retry: nil) && isPresent }
  /// When opening it started; `nil` unless it is still being opened.
  var openingSince: Duration? { if case .opening(let since) = phase { since } else { nil } }
  /// When it was opened; `nil` if it is not open.
  var openedAt: Duration? { if case .open(let since) = phase { since } else { nil } }
  /// When to try again; `nil` if no retry is planned.
  var retry: Duration? { if case .closed(let retry) = phase { retry } else { nil } }

  /// When to report that opening it takes longer than a time; `nil` for never.
  func newsDeadline(after patience: Duration) -> Duration? {
    isNews ? openingSince.map { $0 + patience } : nil
  }

  /// Records that the connection is about to be opened.
  ///
  /// - Returns: false if it is already open, or being opened.
  mutating func willOpen(at now: Duration) -> Bool {
    guard isClosed else { return false }
    phase = .opening(since: now)
    understoodAt = nil
    return true
  }

  /// Records that the connection has been opened.
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

  /// Records that the connection is to be closed.
  ///
  /// - Returns: whether there is anything to close.
  mutating func close(retry: Duration? = nil) -> Bool {
    defer { phase = .closed(retry: retry) }
    return !isClosed
  }

  /// Records that the connection could not be opened, has failed or has hung up: it is closed, and tried again after a delay.
  ///
  /// - Returns: whether there is anything to close.
  mutating func failed(at now: Duration) -> Bool {
    if let understoodAt, now >= understoodAt + stay { failures.reset() }
    understoodAt = nil
    return close(retry: now + failures.next())
  }

  /// Records that the source has been removed; nothing is tried until it returns.
  ///
  /// - Returns: whether there is anything to close.
  mutating func vanished() -> Bool {
    isPresent = false
    return close()
  }

  /// Records that the source is present again, or may be opened now.
  mutating func returned() {
    isPresent = true
    failures.reset()
  }
}

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
