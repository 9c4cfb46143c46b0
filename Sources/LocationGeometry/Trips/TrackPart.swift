// Core Location for Linux. SPDX-License-Identifier: MIT

/// A part of a track: a stop or a trip.
///
/// What is in neither is unknown.
package enum TrackPart: Hashable, Sendable {
  case stop(Stop)
  case trip(Trip)

  /// Seconds since 1970.
  package var start: Double {
    switch self {
    case .stop(let stop): stop.start
    case .trip(let trip): trip.start.time
    }
  }

  /// Seconds since 1970.
  package var end: Double {
    switch self {
    case .stop(let stop): stop.end
    case .trip(let trip): trip.end.time
    }
  }
}

package struct Stop: Hashable, Sendable {
  /// Seconds since 1970.
  package var start: Double
  /// Seconds since 1970.
  package var end: Double
  /// Degrees, of the mean of its fixes.
  package var latitude: Double
  /// Degrees.
  package var longitude: Double
}

/// The way from one place to another.
package struct Trip: Hashable, Sendable {
  package var start: TripFix
  package var end: TripFix
  /// Meters.
  package var distance: Double
  /// Meters per second, as reported, otherwise between places; `nil` if neither is known.
  package var maximumSpeed: Double?
  /// Seconds in which it stood still, by its speeds; 0 if these are unknown.
  package var rest: Double
  /// How far it had come at quarters of an hour of UTC on its way, where days begin in every time zone; at those that are missing,
  /// it was on an even way between two others.
  package var progress: [Progress]

  package struct Progress: Hashable, Sendable {
    /// Seconds since 1970.
    package var time: Double
    /// Meters since the start.
    package var distance: Double
  }

  /// Meters per second; `nil` for a trip that took no time.
  package var averageSpeed: Double? {
    end.time > start.time ? distance / (end.time - start.time) : nil
  }

  /// Returns how far it had come at a time, meters: exact at quarters of an hour, in between as if it had been even.
  package func distance(at time: Double) -> Double {
    guard time > start.time else { return 0 }
    guard time < end.time else { return distance }
    let next = progress.first { $0.time >= time } ?? Progress(time: end.time, distance: distance)
    let last = progress.last { $0.time < time } ?? Progress(time: start.time, distance: 0)
    return last.distance
      + (next.distance - last.distance) * (time - last.time) / (next.time - last.time)
  }
}
