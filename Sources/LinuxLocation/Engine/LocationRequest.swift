// Core Location for Linux. SPDX-License-Identifier: MIT

/// A request for one location: the first that is good enough, else the best that came in time.
struct LocationRequest: Sendable {
  /// How long the best one is waited for.
  static let patience = Duration.seconds(10)
  /// Good enough for `kCLLocationAccuracyBest` and `kCLLocationAccuracyBestForNavigation`, meters.
  static let best: CLLocationAccuracy = 10

  /// When it ends; `nil` while it may not begin, because nobody has allowed it yet.
  private(set) var deadline: Duration?
  private(set) var bestSoFar: CLLocation?

  /// Begins to wait, if it does not yet.
  mutating func begin(at now: Duration) {
    if deadline == nil { deadline = now + Self.patience }
  }

  /// Takes a location; true when it answers the request.
  mutating func take(_ location: CLLocation, desired: CLLocationAccuracy) -> Bool {
    if isBetter(location) { bestSoFar = location }
    let enough = desired > 0 ? desired : Self.best
    return location.horizontalAccuracy >= 0 && location.horizontalAccuracy <= enough
  }

  private func isBetter(_ location: CLLocation) -> Bool {
    guard let bestSoFar, bestSoFar.horizontalAccuracy >= 0 else { return true }
    return location.horizontalAccuracy >= 0
      && location.horizontalAccuracy <= bestSoFar.horizontalAccuracy
  }
}
