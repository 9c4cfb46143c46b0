// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

struct FixTrigger: Trigger {
  private var hasFix = false

  mutating func received(_ fix: Fix, at time: Double, arrival: Duration) -> TriggerEvent? {
    defer { hasFix = true }
    return hasFix ? nil : TriggerEvent(name: "fix", fix: fix)
  }

  mutating func fixLost(at now: Duration) -> TriggerEvent? {
    hasFix = false
    return nil
  }
}

/// The loss of the fix; also of one that a watch can use, which would otherwise end without a word.
///
/// It happens once per loss, however the receiver and its connection change meanwhile.
struct LossTrigger: Trigger {
  /// What else counts, for a watch that must not end unnoticed.
  struct Watch {
    /// When it began, on the monotonic clock: if no fix comes after that, it is lost, too.
    var start: Duration
    /// The worst accuracy of a fix that the watch can use, meters.
    var worstAccuracy: Double
    /// Whether the return of the fix happens, too, as `fix`.
    var includesReturn = false
  }

  private let grace: Double
  private let watch: Watch?
  private var last: (fix: Fix, time: Double, arrival: Duration)?
  /// When the loss counts, on the monotonic clock; `nil` while there is a fix, and once it has counted.
  private(set) var due: Duration?
  private var hasHappened = false

  /// - Parameter grace: how long there must have been no fix, seconds.
  init(grace: Double, watch: Watch? = nil) {
    (self.grace, self.watch) = (grace, watch)
    due = watch.map { $0.start + .seconds(grace) }
  }

  mutating func received(_ fix: Fix, at time: Double, arrival: Duration) -> TriggerEvent? {
    guard fix.horizontalAccuracy ?? 0 <= watch?.worstAccuracy ?? .infinity else {
      return fixLost(at: arrival)
    }
    defer { last = (fix, time, arrival) }
    // A recording that is replayed fast: the time passes in its fixes.
    if due != nil, let last, time - last.time >= grace { return elapsed() }
    due = nil
    defer { hasHappened = false }
    let isReturn = hasHappened && watch?.includesReturn == true
    return isReturn ? TriggerEvent(name: "fix", fix: fix) : nil
  }

  mutating func fixLost(at now: Duration) -> TriggerEvent? {
    guard let last, due == nil, !hasHappened else { return nil }
    due = last.arrival + .seconds(grace)
    return grace <= 0 ? elapsed() : nil
  }

  mutating func elapsed() -> TriggerEvent? {
    (due, hasHappened) = (nil, true)
    return TriggerEvent(name: "lost", fix: last?.fix)
  }
}

/// That a fix should not be trusted, and that it should again.
///
/// Each happens once, however many warnings come and go meanwhile, and whether or not the fix is lost.
struct WarningTrigger: Trigger {
  private let grace: Double
  /// When the warnings began, on the clock of the fixes; `nil` if there are none.
  private var since: Double?
  private var isDistrusted = false

  /// - Parameter grace: how long there must have been warnings, seconds.
  init(grace: Double) { self.grace = grace }

  mutating func received(_ fix: Fix, at time: Double, arrival: Duration) -> TriggerEvent? {
    guard !fix.warnings.isEmpty else {
      since = nil
      defer { isDistrusted = false }
      return isDistrusted ? TriggerEvent(name: "trusted", fix: fix) : nil
    }
    // An attack may set the clock back.
    let since = min(self.since ?? time, time)
    self.since = since
    guard !isDistrusted, time - since >= grace else { return nil }
    isDistrusted = true
    return TriggerEvent(name: "warning", fix: fix)
  }
}
