// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import LocationGeometry

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
