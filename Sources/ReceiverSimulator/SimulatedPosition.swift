// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc

/// A place on the Earth, WGS 84.
package struct SimulatedPosition: Hashable, Sendable {
  /// Degrees, north positive, −90…90.
  package var latitude: Double
  /// Degrees, east positive, −180..<180.
  package var longitude: Double
  /// Meters above mean sea level.
  package var altitude: Double

  /// - Parameter longitude: degrees; whole turns are removed.
  package init(latitude: Double, longitude: Double, altitude: Double = 0) {
    self.latitude = latitude
    self.longitude = Self.normalized(longitude)
    self.altitude = altitude
  }

  /// Moves along the ellipsoid on one course: by meters to the east and to the north.
  ///
  /// Uses the curvature in the middle of steps of one kilometer, which is accurate to a millimeter in a hundred
  /// kilometers away from the poles. The altitude does not change.
  ///
  /// - Returns: whether the path led over a pole, beyond which east and north are reversed.
  @discardableResult
  package mutating func move(east: Double, north: Double) -> Bool {
    let steps = (hypot(east, north) / 1000).rounded(.up)
    guard steps > 0 else { return false }
    var (east, north) = (east / steps, north / steps)
    var isOver = false
    var phi = latitude.radians
    var lambda = longitude.radians
    for _ in 0..<Int(steps) {
      let middle = phi + north / (2 * Ellipsoid.meridianRadius(at: phi))
      phi += north / Ellipsoid.meridianRadius(at: middle)
      let parallel = Ellipsoid.primeVerticalRadius(at: middle) * cos(middle)
      // Less than a millimeter from the axis there is no east.
      if parallel > 0.001 { lambda += east / parallel }
      if phi.magnitude > .pi / 2 {
        phi = phi < 0 ? -.pi - phi : .pi - phi
        lambda += .pi
        (east, north) = (-east, -north)
        isOver.toggle()
      }
    }
    latitude = min(max(phi.degrees, -90), 90)
    longitude = Self.normalized(lambda.degrees)
    return isOver
  }

  /// Returns meters to the east and to the north of a place nearby, at most a few kilometers away.
  package func offset(from origin: SimulatedPosition) -> (east: Double, north: Double) {
    let middle = ((latitude + origin.latitude) / 2).radians
    let turn = Self.normalized(longitude - origin.longitude).radians
    return (
      turn * Ellipsoid.primeVerticalRadius(at: middle) * cos(middle),
      (latitude - origin.latitude).radians * Ellipsoid.meridianRadius(at: middle)
    )
  }

  /// Returns a longitude in −180..<180.
  static func normalized(_ longitude: Double) -> Double {
    guard !(-180..<180).contains(longitude) else { return longitude }
    let shifted = (longitude + 180).direction
    return shifted - 180
  }
}

package struct SimulatedMotion: Hashable, Sendable {
  package var position: SimulatedPosition
  /// Speed to the east, meters per second.
  package var eastSpeed = 0.0
  /// Speed to the north, meters per second.
  package var northSpeed = 0.0

  package init(at position: SimulatedPosition) { self.position = position }

  /// Creates a motion on a course, degrees clockwise from true north, with a speed in meters per second.
  package init(at position: SimulatedPosition, course: Double, speed: Double) {
    self.position = position
    eastSpeed = speed * sin(course.radians)
    northSpeed = speed * cos(course.radians)
  }

  /// Speed over ground, meters per second.
  package var speed: Double { hypot(eastSpeed, northSpeed) }

  /// Course over ground, degrees clockwise from true north, `0..<360`; 0 at rest.
  package var course: Double { atan2(eastSpeed, northSpeed).degrees.direction }
}

extension Double {
  /// Degrees as radians.
  var radians: Double { self * (.pi / 180) }

  /// Radians as degrees.
  var degrees: Double { self * (180 / .pi) }

  /// Degrees as a direction in `0..<360`.
  var direction: Double {
    let rest = fmod(self, 360)
    let direction = rest < 0 ? rest + 360 : rest
    return direction < 360 ? direction : 0
  }
}
