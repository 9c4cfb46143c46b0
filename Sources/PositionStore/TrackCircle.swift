// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The neighborhood of a place.

#if Publishing
  import GNSS
  import Glibc

  /// The places no farther from one than a radius, on the ellipsoid.
  package struct TrackCircle: Hashable, Sendable {
    /// Degrees north, −90…90.
    package let latitude: Double
    /// Degrees east, −180…180.
    package let longitude: Double
    /// Meters.
    package let radius: Double

    package init(latitude: Double, longitude: Double, radius: Double) {
      self.latitude = latitude
      self.longitude = longitude
      self.radius = radius
    }

    /// Whether a place is in it.
    func contains(latitude: Double, longitude: Double) -> Bool {
      Geodesic.distance(
        fromLatitude: self.latitude, longitude: self.longitude, toLatitude: latitude,
        longitude: longitude) <= radius
    }

    /// A box between two parallels and two meridians, in degrees.
    struct Box: Hashable {
      var south, north, west, east: Double
    }

    /// Boxes with all of its places in them, within −180…180 degrees east: two where it lies across the antimeridian.
    ///
    /// The ellipsoid is nowhere more curved than along the meridian at the equator. Mapped to a sphere of that radius by
    /// equal latitudes and longitudes, no way becomes longer. So the circle lies within the one on that sphere.
    var boxes: [Box] {
      let angle = radius / Self.leastRadius
      let degrees = angle * 180 / .pi
      let (south, north) = (latitude - degrees, latitude + degrees)
      guard south > -90, north < 90, angle < .pi / 2 else {
        return [Box(south: max(south, -90), north: min(north, 90), west: -180, east: 180)]
      }
      let half = asin(min(1, sin(angle) / cos(latitude * .pi / 180))) * 180 / .pi
      // What arithmetic may have lost is less than this, some centimeters.
      let width = half + 1e-6
      guard width < 180 else { return [Box(south: south, north: north, west: -180, east: 180)] }
      var box = Box(
        south: south - 1e-6, north: north + 1e-6, west: longitude - width, east: longitude + width)
      var boxes: [Box] = []
      if box.west <= -180 {
        boxes.append(Box(south: box.south, north: box.north, west: box.west + 360, east: 180))
        box.west = -180
      } else if box.east >= 180 {
        boxes.append(Box(south: box.south, north: box.north, west: -180, east: box.east - 360))
        box.east = 180
      }
      return [box] + boxes
    }

    /// Meters: a (1 − e²), the radius of curvature of the meridian at the equator, rounded down.
    private static let leastRadius = 6_335_439.0
  }
#endif
