// Core Location for Linux. SPDX-License-Identifier: MIT
//
// When the fallback is asked, and when it is left.

import LocationProtocols

extension Supervisor {
  private var fallbackIndex: Int? { sessions.indices.first { sessions[$0].isFallback } }

  /// Opens the fallback once nobody else has had a position for a while, and closes it as soon as somebody has.
  ///
  /// It is not asked in advance, as standbys are: it might get its position from us.
  mutating func considerFallback(at now: Duration) {
    guard let index = fallbackIndex else { return }
    let hasPosition = sessions.indices.contains { !sessions[$0].isFallback && sessions[$0].hasFix }
    if hasPosition || isLocationForbidden {
      fallback = FallbackWait()
      let connection = sessions[index].connection
      guard !connection.isClosed || connection.retry != nil else { return }
      sessions[index].retire(at: now, into: &unvetted[index])
      sessions[index].history?.lost(isGone: true)
      return
    }
    let since = fallback.since ?? now
    fallback.since = since
    // Named alone, there is nothing to wait for.
    if isNamed && sessions.count == 1 || now >= since + options.fallbackPatience {
      sessions[index].openIfIdle(at: now, into: &unvetted[index])
    }
  }

  /// Uses the fallback while the location service has no position.
  mutating func chooseFallback() {
    guard let index = fallbackIndex, sessions[index].hasFix,
      !sessions.indices.contains(where: { sessions[$0].isService && sessions[$0].hasFix })
    else { return }
    active = index
  }

  /// Whether the location service denies this program the position, or reduces it: nobody else is then asked for more.
  private var isLocationForbidden: Bool {
    sessions.indices.contains { index in
      guard sessions[index].isService else { return false }
      return switch sessions[index].state {
      case .denied: true
      case .relayed(let report): report.isReduced
      default: false
      }
    }
  }

  /// When to open it although nothing happens; `nil` for never.
  var fallbackDeadline: Duration? {
    guard let index = fallbackIndex, sessions[index].isIdle, let since = fallback.since else {
      return nil
    }
    return since + options.fallbackPatience
  }

  /// Returns what is to be said of a failure: of the fallback, once, unless it was named and its state says it.
  mutating func notice(of error: SourceError, from session: Session) -> ReceiverNotice? {
    guard session.isFallback else { return nil }
    let line = error.description
    defer { fallback.failure = line }
    return isNamed || fallback.failure == line ? nil : .fallbackFailed(line)
  }

  /// Whether a source's state is for listeners: the absence of what nobody has named is not.
  func isShown(_ index: Int) -> Bool {
    if isNamed || sessions[index].connection.isOpen { return true }
    if sessions[index].isService { return service.isGrace }
    if sessions[index].isFallback { return fallback.since != nil && fallback.failure == nil }
    return true
  }
}

/// The wait before the fallback is asked, and why it was of no use.
struct FallbackWait {
  /// Since when nobody else has had a position; `nil` while somebody has.
  var since: Duration?
  /// What it failed with, since then; `nil` if it has not failed.
  var failure: String?
}

/// Whether to wait for the location service, so that no port is opened meanwhile.
///
/// Where no service runs, ports are opened at once. A running service may take a moment to greet, and one that went
/// away may be restarting; while the ports are used, it is tried repeatedly, and takes over when it greets.
struct ServiceWait {
  /// How long the service may take to greet before the ports are opened anyway.
  static let patience: Duration = .seconds(2)
  /// How long to wait for a service that went away before the ports are opened: it may be restarting.
  static let grace: Duration = .seconds(5)

  /// Until when to wait for the service; `nil` if there is no wait, or it has greeted.
  private(set) var end: Duration?

  /// Whether the service had served before this wait.
  private(set) var isGrace = false

  var isWaiting: Bool { end != nil }

  /// Starts waiting for the service.
  mutating func appeared(at now: Duration) { end = now + Self.patience }

  /// Records that the service cannot be reached, or is gone.
  ///
  /// - Parameter hasBeenActive: whether it had greeted.
  mutating func closed(hasBeenActive: Bool, at now: Duration) {
    if hasBeenActive {
      end = now + Self.grace
      isGrace = true
    } else if !isGrace {
      end = nil
    }
  }

  /// Advances to a time.
  mutating func elapse(to now: Duration) {
    guard let end, now >= end else { return }
    (self.end, isGrace) = (nil, false)
  }
}
