// Core Location for Linux. SPDX-License-Identifier: MIT
//
// How far a track has gone is measured here, and nowhere else; docs/history.md says how.

package import GNSS
import NMEA0183

package struct Travel: Hashable, Sendable {
  /// Meters.
  package var distance = 0.0
  /// Seconds of trips and stops.
  package var duration = 0.0
  /// Seconds of trips in which it moved.
  package var movingTime = 0.0
  /// The highest speed that was reported, meters per second; `nil` if none was.
  package var topSpeed: Double?

  fileprivate mutating func add(_ part: TrackPart) {
    duration += part.end - part.start
    guard case .trip(let trip) = part, trip.distance > 0 else { return }
    distance += trip.distance
    movingTime += trip.end.time - trip.start.time - trip.rest
  }
}

/// Adds up the trips of a track, and what is too short for one.
///
/// A track without times has no stops; how far it has gone is all that can be said of it.
package struct TravelMeter: Sendable {
  private var complete = Travel()
  private var detector = TripDetector()
  private var last: FixTime?
  /// The time of the last fix, seconds since 1970, or since the first fix if there are no dates.
  private var clock = 0.0
  /// The way of fixes without times.
  private var path: TripPath?

  /// By how many seconds a time may go back within a track; farther, and another one begins.
  private static let longestStepBack = 10.0

  package init() {}

  /// - Parameter beginsSegment: whether the way to the fix is unknown if its time is.
  package mutating func add(_ fix: Fix, beginsSegment: Bool = false) {
    if let speed = fix.speed { complete.topSpeed = max(complete.topSpeed ?? 0, speed) }
    var place = TripFix(
      time: 0, latitude: fix.latitude, longitude: fix.longitude, accuracy: fix.horizontalAccuracy)
    guard let time = fix.time else { return addWithoutTime(place, beginsSegment: beginsSegment) }
    let step = last.flatMap { time.seconds(since: $0) }
    if step ?? -.infinity < -Self.longestStepBack { finish() }
    clock = time.nanosecondsSince1970.map { Double($0) / 1e9 } ?? clock + (step ?? 0)
    last = time
    (place.time, place.speed) = (clock, fix.speed)
    var parts: [TrackPart] = []
    detector.received(place) { parts.append($0) }
    for part in parts { complete.add(part) }
  }

  private mutating func addWithoutTime(_ place: TripFix, beginsSegment: Bool) {
    if beginsSegment { complete.distance += path.take()?.total ?? 0 }
    guard place.isUsable else { return }
    if path == nil { path = TripPath(from: place) } else { path?.append(place) }
  }

  /// Meters so far, of a track without times.
  package var distanceWithoutTimes: Double { complete.distance + (path?.total ?? 0) }

  package var travel: Travel {
    var copy = self
    copy.finish()
    return copy.complete
  }

  private mutating func finish() {
    if let way = detector.shortWay { complete.add(.trip(way)) }
    var parts: [TrackPart] = []
    detector.finish { parts.append($0) }
    for part in parts { complete.add(part) }
    complete.distance += path.take()?.total ?? 0
  }
}

extension Fix {
  /// Returns the seconds from another fix to this one; `nil` if their times do not tell.
  package func seconds(since other: Fix) -> Double? {
    time.flatMap { time in other.time.flatMap { time.seconds(since: $0) } }
  }
}

extension FixTime {
  /// Returns the seconds from another time to this one; without dates, by the shorter way around the clock.
  ///
  /// Returns `nil` if only one of the times has a date.
  package func seconds(since other: FixTime) -> Double? {
    if let now = nanosecondsSince1970, let then = other.nanosecondsSince1970 {
      return Double(now - then) / 1e9
    }
    guard date == nil, other.date == nil else { return nil }
    let seconds = Double(time.nanosecondsOfDay - other.time.nanosecondsOfDay) / 1e9
    return seconds > 43_200 ? seconds - 86_400 : seconds < -43_200 ? seconds + 86_400 : seconds
  }
}
