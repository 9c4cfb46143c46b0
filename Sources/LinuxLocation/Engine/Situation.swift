// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationAuthorization

/// The state that all clients share: what the application may know, and the newest locations.
struct Situation: Sendable {
  /// What the application may know, including whether an activity keeps it in use.
  var permission: Permission
  /// The newest location, and when it arrived, on the monotonic clock.
  private(set) var last: (location: CLLocation, arrival: Duration)?
  /// The newest location of reduced accuracy.
  private(set) var coarse: CLLocation?
  /// The last location known to this user before this process: exact, and of reduced accuracy.
  private var kept: (exact: CLLocation, coarse: CLLocation)?
  private var reduced = ReducedAccuracy()
  var availability = Availability()

  init(permission: Permission, kept: KeptLocation? = nil) {
    self.permission = permission
    guard let fix = kept?.fix, let exact = CLLocation(fix, isReplay: false) else { return }
    var reduced = ReducedAccuracy()
    guard let cell = reduced.reduce(fix), let coarse = CLLocation(reduced: cell, isReplay: false)
    else { return }
    self.kept = (exact, coarse)
  }

  /// Processes the last position that a service knew; it is ignored unless it is newer than that of this user.
  mutating func receivedLast(_ fix: Fix) {
    guard let exact = CLLocation(fix, isReplay: false), !fix.isSimulated,
      kept.map({ $0.exact.timestamp < exact.timestamp }) ?? true
    else { return }
    var reduced = ReducedAccuracy()
    guard let cell = reduced.reduce(fix), let coarse = CLLocation(reduced: cell, isReplay: false)
    else { return }
    kept = (exact, coarse)
  }

  /// Returns a fix as two locations: as exact as the permission allows, and of reduced accuracy; `nil` if that is unchanged.
  mutating func received(
    _ fix: Fix, at location: CLLocation, arrival: Duration, isReplay: Bool
  ) -> (visible: CLLocation?, coarse: CLLocation?) {
    last = (location, arrival)
    let news = reduced.reduce(fix).flatMap { CLLocation(reduced: $0, isReplay: isReplay) }
    coarse = news ?? coarse
    return (isExact ? location : news, news)
  }

  /// Whether locations are exact.
  var isExact: Bool { permission.accuracy == .fullAccuracy }

  /// The newest location as far as a manager may know it, else the one known to this user before; `nil` without either, or
  /// without permission.
  var visibleLocation: CLLocation? {
    guard permission.isAuthorized else { return nil }
    return isExact ? last?.location ?? kept?.exact : coarse ?? kept?.coarse
  }

  /// Returns the newest location, if it is recent enough to start with.
  func freshLocation(isCoarse: Bool, at now: Duration, within age: Duration) -> CLLocation? {
    guard let last, now - last.arrival <= age, availability.hasFix else {
      return nil
    }
    return isCoarse ? coarse : last.location
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
