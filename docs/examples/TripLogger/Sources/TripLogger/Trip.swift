// Core Location for Linux. SPDX-License-Identifier: MIT

import CoreLocation

/// How far, how long and how fast, of the locations so far.
struct Trip {
  /// Slower than this is standing still, meters per second.
  static let walkingPace: CLLocationSpeed = 0.5
  /// Longer between two locations is a gap of which nothing is known, seconds.
  static let longestStep: TimeInterval = 10

  /// Meters.
  private(set) var distance: CLLocationDistance = 0
  /// Seconds.
  private(set) var movingTime: TimeInterval = 0
  /// Meters per second; `nil` as long as no speed was told.
  private(set) var topSpeed: CLLocationSpeed?

  private var last: CLLocation?
  /// The last location that is surely another place than the one before it.
  private var lastPlace: CLLocation?

  /// Adds a location; false if it says nothing of where that is.
  mutating func add(_ location: CLLocation) -> Bool {
    guard location.horizontalAccuracy >= 0 else { return false }
    // A negative speed is one that is not known.
    if location.speed >= 0 { topSpeed = max(topSpeed ?? 0, location.speed) }
    addDistance(to: location)
    addTime(to: location)
    last = location
    return true
  }

  /// Whoever stands still seems to walk to and fro: only a step counts that was made in motion, and that is longer than
  /// both ends are uncertain.
  private mutating func addDistance(to location: CLLocation) {
    guard let from = lastPlace else {
      lastPlace = location
      return
    }
    let isStanding = 0..<Self.walkingPace ~= location.speed
    let step = location.distance(from: from)
    guard !isStanding, step > max(location.horizontalAccuracy, from.horizontalAccuracy) else {
      return
    }
    distance += step
    lastPlace = location
  }

  private mutating func addTime(to location: CLLocation) {
    guard let last, location.speed >= Self.walkingPace else { return }
    let step = location.timestamp.timeIntervalSince(last.timestamp)
    if 0...Self.longestStep ~= step { movingTime += step }
  }
}

extension Trip: CustomStringConvertible {
  /// On one line, for people.
  var description: String {
    let time = Duration.seconds(movingTime).formatted(.time(pattern: .hourMinuteSecond))
    let speed = topSpeed.map { String(format: "%.1f km/h", $0 * 3.6) } ?? "unknown"
    return String(format: "%.2f km", distance / 1000) + ", moving for \(time), top speed \(speed)"
  }
}
