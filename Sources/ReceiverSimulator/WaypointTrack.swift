// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

package struct SimulatedWaypoint: Hashable, Sendable {
  /// Degrees, north positive, −90…90.
  package var latitude: Double
  /// Degrees, east positive, −180…180.
  package var longitude: Double
  /// Meters above mean sea level; `nil` if not known.
  package var altitude: Double?
  /// The time at which to be there, seconds on any clock; `nil` for any time.
  package var time: Double?

  package init(latitude: Double, longitude: Double, altitude: Double? = nil, time: Double? = nil) {
    (self.latitude, self.longitude, self.altitude) = (latitude, longitude, altitude)
    self.time = time
  }
}

/// Points in the order of travel, and the time at which each is passed.
package struct WaypointTrack: Hashable, Sendable {
  private struct Node: Hashable {
    var position: SimulatedPosition
    /// Seconds after the start.
    var time: Double
  }

  package enum Problem: Error, Hashable {
    case noPoints
    case missingTime(Int)
    /// The point at this index is earlier than the one before it.
    case timesRunBackwards(Int)
  }

  private var nodes: [Node] = []

  /// The time to the last point, seconds.
  package var duration: Double { nodes.last?.time ?? 0 }

  /// Creates a track with the points' own times; of points with the same time, the first one is used.
  ///
  /// - Parameter altitude: the altitude if no point has one, meters.
  package init(timed points: [SimulatedWaypoint], altitude: Double = 0) throws(Problem) {
    let places = Self.places(of: points, otherwise: altitude)
    guard let start = points.first?.time else { throw points.isEmpty ? .noPoints : .missingTime(0) }
    for (index, point) in points.enumerated() {
      guard let time = point.time else { throw .missingTime(index) }
      let seconds = time - start
      guard let last = nodes.last else {
        nodes.append(Node(position: places[index], time: 0))
        continue
      }
      guard seconds >= last.time else { throw .timesRunBackwards(index) }
      if seconds > last.time { travel(to: places[index], in: seconds - last.time) }
    }
  }

  /// Creates a track that is travelled at one speed, meters per second, above 0.
  ///
  /// - Parameter altitude: the altitude if no point has one, meters.
  package init(_ points: [SimulatedWaypoint], speed: Double, altitude: Double = 0) throws(Problem) {
    let places = Self.places(of: points, otherwise: altitude)
    guard let first = places.first else { throw .noPoints }
    nodes.append(Node(position: first, time: 0))
    for place in places.dropFirst() { travel(to: place, at: speed) }
  }

  /// Returns the motion some seconds after the start: at rest at the first point before it, and at the last after the
  /// end.
  func motion(at time: Double) -> SimulatedMotion {
    guard time < duration, time >= 0 else {
      let node = time < 0 ? nodes[0] : nodes[nodes.count - 1]
      return SimulatedMotion(at: node.position)
    }
    // The last node that is not later than the time.
    var (low, high) = (0, nodes.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if nodes[middle].time <= time { low = middle } else { high = middle }
    }
    let (from, to) = (nodes[low], nodes[high])
    let offset = to.position.offset(from: from.position)
    let part = (time - from.time) / (to.time - from.time)
    var motion = SimulatedMotion(at: Self.between(from.position, to.position, part))
    motion.eastSpeed = offset.east / (to.time - from.time)
    motion.northSpeed = offset.north / (to.time - from.time)
    return motion
  }

  // MARK: Legs

  private mutating func travel(to place: SimulatedPosition, at speed: Double) {
    for step in steps(to: place) where step.length > 0 {
      let time = duration + step.length / speed
      nodes.append(Node(position: step.end, time: time))
    }
  }

  private mutating func travel(to place: SimulatedPosition, in seconds: Double) {
    let steps = steps(to: place)
    let length = steps.reduce(0) { $0 + $1.length }
    guard length > 0 else { return nodes.append(Node(position: place, time: duration + seconds)) }
    let start = duration
    var travelled = 0.0
    for step in steps {
      travelled += step.length
      nodes.append(Node(position: step.end, time: start + seconds * travelled / length))
    }
  }

  /// Returns the path from the last node in steps of a kilometer, at most a hundred steps.
  ///
  /// A kilometer is short enough for the Earth to be treated as flat.
  private func steps(to place: SimulatedPosition) -> [(end: SimulatedPosition, length: Double)] {
    guard let start = nodes.last?.position else { return [] }
    let count = Int(min(max((Self.length(start, place) / 1000).rounded(.up), 1), 100))
    var last = start
    return (1...count).map { index in
      let end = index == count ? place : Self.between(start, place, Double(index) / Double(count))
      defer { last = end }
      return (end, Self.length(last, end))
    }
  }

  private static func length(_ from: SimulatedPosition, _ to: SimulatedPosition) -> Double {
    let offset = to.offset(from: from)
    return hypot(offset.east, offset.north)
  }

  private static func between(
    _ from: SimulatedPosition, _ to: SimulatedPosition, _ part: Double
  ) -> SimulatedPosition {
    SimulatedPosition(
      latitude: from.latitude + (to.latitude - from.latitude) * part,
      longitude: from.longitude
        + SimulatedPosition.normalized(to.longitude - from.longitude) * part,
      altitude: from.altitude + (to.altitude - from.altitude) * part)
  }

  /// Returns the points, each with an altitude: its own, else that of the previous point, else the first of any point.
  private static func places(
    of points: [SimulatedWaypoint], otherwise altitude: Double
  ) -> [SimulatedPosition] {
    var altitude = points.lazy.compactMap(\.altitude).first ?? altitude
    return points.map { point in
      altitude = point.altitude ?? altitude
      return SimulatedPosition(
        latitude: point.latitude, longitude: point.longitude, altitude: altitude)
    }
  }
}
