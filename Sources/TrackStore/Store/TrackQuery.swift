// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
package import LocationGeometry

/// A selection of the fixes of a track: those that match all members.
package struct TrackQuery: Hashable, Sendable {
  /// The earliest time, nanoseconds since 1970; `nil` for the beginning of the track.
  package var start: Int64?
  /// The latest time, nanoseconds since 1970; `nil` for the end of the track.
  package var end: Int64?
  /// The circle that contains the positions, regardless of their accuracy; `nil` for anywhere.
  package var circle: Circle?

  package init(start: Int64? = nil, end: Int64? = nil, circle: Circle? = nil) {
    (self.start, self.end, self.circle) = (start, end, circle)
  }
}

/// A minute of the track, for which the store has a box that contains all its places.
///
/// A box for every fix would make the file half as large again, and storing a fix more expensive. A receiver stays near a
/// place for a while, and the fixes of a minute are quickly examined one by one.
enum TrackMinute {
  /// The length of a minute in microseconds.
  static let length: Int64 = 60_000_000

  /// All possible minutes, up to the year 9999.
  static let all: ClosedRange<Int64> = 0...4_223_376_000

  /// Returns the minute of a time in microseconds since 1970, which is not negative.
  static func of(_ time: Int64) -> Int64 { time / length }
}

/// A box between two parallels and two meridians, in degrees; it does not cross the antimeridian.
struct TrackBox: Hashable {
  var south, north, west, east: Double

  init(_ fix: Fix) {
    (south, north, west, east) = (fix.latitude, fix.latitude, fix.longitude, fix.longitude)
  }

  init(south: Double, north: Double, west: Double, east: Double) {
    (self.south, self.north, self.west, self.east) = (south, north, west, east)
  }

  /// Extends the box to contain another box.
  mutating func include(_ other: TrackBox) {
    south = min(south, other.south)
    north = max(north, other.north)
    west = min(west, other.west)
    east = max(east, other.east)
  }
}

extension Circle {
  /// Boxes that contain all places no farther from the center than the radius: two if the antimeridian is among them.
  ///
  /// The ellipsoid is nowhere more curved than along the meridian at the equator. Mapping it to a sphere of that radius by
  /// equal latitudes and longitudes makes no path longer. So the circle lies within the one on that sphere.
  var boxes: [TrackBox] {
    let angle = radius / Self.leastRadius
    let degrees = angle * 180 / .pi
    let (south, north) = (latitude - degrees, latitude + degrees)
    guard south > -90, north < 90, angle < .pi / 2 else {
      // The circle contains a pole, and with it all longitudes.
      return [TrackBox(south: max(south, -90), north: min(north, 90), west: -180, east: 180)]
    }
    // The rounding error is much less than the margin, a decimeter.
    let half = asin(min(1, sin(angle) / cos(latitude * .pi / 180))) * 180 / .pi + 1e-6
    var box = TrackBox(
      south: south - 1e-6, north: north + 1e-6, west: longitude - half, east: longitude + half)
    var other = box
    if box.west <= -180 {
      (other.west, other.east) = (box.west + 360, 180)
      box.west = -180
    } else if box.east >= 180 {
      (other.west, other.east) = (-180, box.east - 360)
      box.east = 180
    } else {
      return [box]
    }
    return [box, other]
  }

  /// Meters: a (1 − e²), the radius of curvature of the meridian at the equator, rounded down.
  private static let leastRadius = 6_335_439.0
}
