// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationAuthorization

/// The state that all clients share: what the application may know, and the newest locations.
struct Situation: Sendable {
  /// What the application may know, including whether an activity keeps it in use.
  var permission: Permission
  private(set) var last: Received?
  /// The newest location of reduced accuracy, which stays the same for many fixes.
  private var coarse: Received?
  /// The newest location when the application was last permitted to know it, exact and of reduced accuracy.
  private var known: (exact: CLLocation, coarse: CLLocation?)?
  /// The last location known to this user before this process: exact, and of reduced accuracy.
  private var kept: (exact: CLLocation, coarse: CLLocation)?
  private var reduced = ReducedAccuracy()
  var availability = Availability()

  /// A location, and when it arrived, on the monotonic clock.
  struct Received: Sendable {
    let location: CLLocation
    let arrival: Duration
  }

  init(permission: Permission, kept: StoredLocation? = nil) {
    self.permission = permission
    if let fix = kept?.fix { keep(fix) }
  }

  /// Processes the last position that a service knew; it is ignored unless it is newer than what this user knows.
  mutating func receivedLast(_ fix: Fix, arrival: Duration) {
    guard let time = CLLocation(fix, isReplay: false)?.timestamp else { return }
    if !fix.isSimulated, kept.map({ $0.exact.timestamp < time }) ?? true { keep(fix) }
    // A service that reduces accuracy itself does not report another one before it is due.
    if coarse.map({ $0.location.timestamp < time }) ?? true {
      reduce(fix, arrival: arrival, isReplay: false)
    }
  }

  private mutating func keep(_ fix: Fix) {
    var reduced = ReducedAccuracy()
    guard let exact = CLLocation(fix, isReplay: false), let cell = reduced.reduce(fix),
      let coarse = CLLocation(cell, isReplay: false, isReduced: true)
    else { return }
    kept = (exact, coarse)
  }

  mutating func received(
    _ fix: Fix, at location: CLLocation, arrival: Duration, isReplay: Bool
  ) {
    last = Received(location: location, arrival: arrival)
    reduce(fix, arrival: arrival, isReplay: isReplay)
  }

  /// Makes the newest location the one that managers may know.
  mutating func reveal() {
    if let last { known = (last.location, coarse?.location) }
  }

  private mutating func reduce(_ fix: Fix, arrival: Duration, isReplay: Bool) {
    guard let cell = reduced.reduce(fix),
      let news = CLLocation(cell, isReplay: isReplay, isReduced: true)
    else { return }
    coarse = Received(location: news, arrival: arrival)
  }

  var isExact: Bool { permission.accuracy == .fullAccuracy }

  /// The newest location as far as a manager may know it, else the one known to this user before; `nil` without either, or
  /// without permission.
  var visibleLocation: CLLocation? {
    guard permission.isAuthorized else { return nil }
    let kept = permission.allowsEvents && !permission.awaitsAlways ? kept : nil
    return isExact ? known?.exact ?? kept?.exact : known?.coarse ?? kept?.coarse
  }

  /// Returns the newest location, exact or of reduced accuracy; `nil` before the first.
  func newest(isCoarse: Bool) -> Received? { isCoarse ? coarse : last }

  /// Returns the newest location, if it is recent enough to start with.
  ///
  /// One of reduced accuracy is, until another is due: its client knows it, or may.
  func fresh(isCoarse: Bool, at now: Duration) -> Received? {
    let newest = newest(isCoarse: isCoarse)
    guard let newest else { return nil }
    let isFresh =
      isCoarse
      ? now - newest.arrival < ReducedAccuracy.interval
      : now - newest.arrival <= Self.cacheLifetime && availability.hasFix
    return isFresh ? newest : nil
  }

  /// Returns the newest location, if it may answer a request though there may be no position any longer.
  func known(isCoarse: Bool, at now: Duration) -> Received? {
    if isCoarse { return fresh(isCoarse: true, at: now) }
    return last.flatMap { now - $0.arrival < LocationRequest.greatestAge ? $0 : nil }
  }

  /// The greatest age of a cached location that is delivered first.
  static let cacheLifetime = Duration.seconds(10)

  /// The conditions that prevent or limit a stream's locations.
  var diagnostics: UpdateDiagnostics {
    var diagnostics = UpdateDiagnostics(permission)
    diagnostics.locationUnavailable = availability.isUnavailable && permission.allowsEvents
    return diagnostics
  }
}
