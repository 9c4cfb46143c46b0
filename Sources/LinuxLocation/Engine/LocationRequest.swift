// Core Location for Linux. SPDX-License-Identifier: MIT

/// A request for one location: the first that is good enough, else the best of the newest ones when the time is up.
struct LocationRequest: Sendable {
  static let patience = Duration.seconds(10)
  /// A location that arrived longer ago than this is not accurate enough, whatever it says, so the request waits for another.
  static let greatestAge = Duration.seconds(60)
  /// The greatest age of a location that answers the request when the time is up.
  static let freshness = Duration.seconds(5)
  /// The accuracy that always suffices, meters.
  static let sufficient: CLLocationAccuracy = 10

  /// When it ends; `nil` while it has not begun because it is not permitted yet.
  private(set) var deadline: Duration?
  /// The locations of the last ``freshness``, and when they arrived.
  private var recent: [(location: CLLocation, arrival: Duration)] = []

  mutating func begin(at now: Duration) {
    if deadline == nil { deadline = now + Self.patience }
  }

  mutating func received(
    _ location: CLLocation, arrival: Duration, desired: CLLocationAccuracy
  ) -> Bool {
    forgetOld(at: arrival)
    recent.append((location, arrival))
    return location.horizontalAccuracy <= max(desired, Self.sufficient)
  }

  /// Returns the best location when the time is up, the newest of equal ones; `nil` if none is fresh.
  mutating func answer(at now: Duration) -> CLLocation? {
    forgetOld(at: now)
    return recent.reversed().map(\.location)
      .min { $0.horizontalAccuracy < $1.horizontalAccuracy }
  }

  private mutating func forgetOld(at now: Duration) {
    recent.removeAll { now - $0.arrival > Self.freshness }
  }
}
