// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationAuthorization

/// What is the same for every client: what the application may know, and what there is to know.
struct Situation: Sendable {
  /// What the application may know, in use as long as an activity keeps it so.
  var permission: Permission
  /// The newest location, and when it came, on the monotonic clock.
  private(set) var last: (location: CLLocation, arrival: Duration)?
  /// The newest one of reduced accuracy.
  private(set) var coarse: CLLocation?
  /// The last location known to this user before this process, as exact as it was, and of reduced accuracy.
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

  /// The last position that a service knew: it is newer than what this user had before this process, or is ignored.
  mutating func receivedLast(_ fix: Fix) {
    guard let exact = CLLocation(fix, isReplay: false), !fix.isSimulated,
      kept.map({ $0.exact.timestamp < exact.timestamp }) ?? true
    else { return }
    var reduced = ReducedAccuracy()
    guard let cell = reduced.reduce(fix), let coarse = CLLocation(reduced: cell, isReplay: false)
    else { return }
    kept = (exact, coarse)
  }

  /// A fix as two locations: as exact as the permission allows, and of reduced accuracy; `nil` for what is no news.
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

  /// What a manager may know of the newest location, else of the one that was known to this user before; `nil` without
  /// both, and without permission.
  var visibleLocation: CLLocation? {
    guard permission.isAuthorized else { return nil }
    return isExact ? last?.location ?? kept?.exact : coarse ?? kept?.coarse
  }

  /// The newest location, if it is new enough to begin with.
  func freshLocation(isCoarse: Bool, at now: Duration, within age: Duration) -> CLLocation? {
    guard let last, now - last.arrival <= age, availability.hasFix else {
      return nil
    }
    return isCoarse ? coarse : last.location
  }

  /// A cached location is delivered first when it came so recently.
  static let cacheLifetime = Duration.seconds(10)

  /// What stands in the way of a stream's locations.
  var diagnostics: UpdateDiagnostics {
    var diagnostics = UpdateDiagnostics(permission)
    diagnostics.locationUnavailable = availability.isUnavailable && permission.allowsEvents
    return diagnostics
  }
}
