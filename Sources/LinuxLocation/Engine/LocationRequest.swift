// Core Location for Linux. SPDX-License-Identifier: MIT

/// A request for one location: the first that is good enough, else the best of the newest ones when time is up.
struct LocationRequest: Sendable {
  /// How long a good one is waited for.
  static let patience = Duration.seconds(10)
  /// No older location answers it.
  static let freshness = Duration.seconds(5)
  /// Good enough for `kCLLocationAccuracyBest` and `kCLLocationAccuracyBestForNavigation`, meters.
  static let best: CLLocationAccuracy = 10

  /// When it ends; `nil` while it may not begin, because nobody has allowed it yet.
  private(set) var deadline: Duration?
  /// What came within ``freshness``, and when.
  private var recent: [(location: CLLocation, arrival: Duration)] = []

  /// Begins to wait, if it does not yet.
  mutating func begin(at now: Duration) {
    if deadline == nil { deadline = now + Self.patience }
  }

  /// A location came; true when it answers the request.
  mutating func received(
    _ location: CLLocation, arrival: Duration, desired: CLLocationAccuracy
  ) -> Bool {
    forgetOld(at: arrival)
    recent.append((location, arrival))
    let enough = desired > 0 ? desired : Self.best
    return location.horizontalAccuracy >= 0 && location.horizontalAccuracy <= enough
  }

  /// The best location when time is up, the newest of equal ones; `nil` if none is fresh.
  mutating func answer(at now: Duration) -> CLLocation? {
    forgetOld(at: now)
    return recent.map(\.location).reduce(nil) { best, location in
      guard let best, best.horizontalAccuracy >= 0 else { return location }
      let isBetter =
        location.horizontalAccuracy >= 0 && location.horizontalAccuracy <= best.horizontalAccuracy
      return isBetter ? location : best
    }
  }

  private mutating func forgetOld(at now: Duration) {
    recent.removeAll { now - $0.arrival > Self.freshness }
  }
}
