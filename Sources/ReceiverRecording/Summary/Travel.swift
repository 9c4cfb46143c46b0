// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry
import TrackFiles

package struct Travel: Sendable {
  /// The way in meters on the ellipsoid, only while moving: at rest, positions wander.
  package private(set) var distance = 0.0
  /// Seconds from the first to the last fix, without interruptions of the track.
  package private(set) var duration = 0.0
  /// Seconds in which it moved.
  package private(set) var movingTime = 0.0
  /// The highest speed that was reported, meters per second; `nil` if none was.
  package private(set) var topSpeed: Double?

  private var last: Fix?
  private var segmenter = TrackSegmenter()

  /// The least speed of movement, meters per second: a slow walk.
  private static let leastSpeed = 0.5

  mutating func add(_ fix: Fix) {
    defer { last = fix }
    if let speed = fix.speed { topSpeed = max(topSpeed ?? 0, speed) }
    guard !segmenter.begins(with: fix), let last,
      let seconds = fix.seconds(since: last), seconds > 0
    else { return }
    duration += seconds
    let step = last.distance(to: fix)
    guard fix.speed ?? step / seconds >= Self.leastSpeed else { return }
    distance += step
    movingTime += seconds
  }

  mutating func lost() { segmenter.lost() }
}
