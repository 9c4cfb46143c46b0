// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// Where a simulated receiver goes.
package enum SimulatedRoute: Hashable, Sendable {
  /// Nowhere.
  case still(SimulatedPosition)

  /// Along one course, degrees clockwise from true north, with a speed in meters per second.
  ///
  /// Over a pole it goes straight on.
  case straight(from: SimulatedPosition, course: Double, speed: Double)

  /// Round a center, clockwise from its north: radius in meters, above 0; speed in meters per second.
  case circle(center: SimulatedPosition, radius: Double, speed: Double)

  /// From point to point, and there it stays.
  case waypoints(WaypointTrack)
}

/// A route under way.
struct RouteFollower: Sendable {
  private let route: SimulatedRoute
  private var elapsed = 0.0
  private var position: SimulatedPosition?
  private var isTurned = false

  init(_ route: SimulatedRoute) { self.route = route }

  /// Where the receiver is, and how it moves, some seconds after the start; never earlier than the
  /// time asked for before.
  mutating func motion(at time: Double) -> SimulatedMotion {
    switch route {
    case .still(let position):
      return SimulatedMotion(at: position)
    case .straight(let start, let course, let speed):
      var motion = SimulatedMotion(
        at: position ?? start, course: isTurned ? course + 180 : course, speed: speed)
      let seconds = time - elapsed
      if motion.position.move(
        east: motion.eastSpeed * seconds, north: motion.northSpeed * seconds)
      {
        isTurned.toggle()
        (motion.eastSpeed, motion.northSpeed) = (-motion.eastSpeed, -motion.northSpeed)
      }
      elapsed = time
      position = motion.position
      return motion
    case .circle(let center, let radius, let speed):
      let angle = fmod(speed * time / radius, 2 * .pi)
      var place = center
      place.move(east: radius * sin(angle), north: radius * cos(angle))
      return SimulatedMotion(at: place, course: angle.degrees + 90, speed: speed)
    case .waypoints(let track):
      return track.motion(at: time)
    }
  }
}
