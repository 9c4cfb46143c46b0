// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

package enum SimulatedRoute: Hashable, Sendable {
  /// At rest.
  case still(SimulatedPosition)

  /// Along one course, degrees clockwise from true north, with a speed in meters per second.
  ///
  /// At a pole it continues straight on.
  case straight(from: SimulatedPosition, course: Double, speed: Double)

  /// Around a center, clockwise from its north: radius in meters, above 0; speed in meters per second.
  case circle(center: SimulatedPosition, radius: Double, speed: Double)

  /// From point to point, ending at rest.
  case waypoints(WaypointTrack)
}

struct RouteFollower: Sendable {
  private let route: SimulatedRoute
  private var elapsed = 0.0
  private var position: SimulatedPosition?
  private var isTurned = false

  init(_ route: SimulatedRoute) { self.route = route }

  /// Returns the position and movement of the receiver some seconds after the start.
  ///
  /// The time must not be earlier than in the previous call.
  mutating func motion(at time: Double) -> SimulatedMotion {
    switch route {
    case .still(let position): return SimulatedMotion(at: position)
    case .straight(let start, let course, let speed):
      var motion = SimulatedMotion(
        at: position ?? start, course: isTurned ? course + 180 : course, speed: speed)
      let seconds = time - elapsed
      if motion.position.move(east: motion.eastSpeed * seconds, north: motion.northSpeed * seconds)
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
    case .waypoints(let track): return track.motion(at: time)
    }
  }
}
