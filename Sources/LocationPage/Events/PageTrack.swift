// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// Where the receiver has been, in a bounded number of points: the longer the track, the farther apart they are.
struct PageTrack {
  struct Point: Hashable {
    /// Degrees, WGS 84.
    var latitude: Double
    var longitude: Double
  }

  /// The oldest first; a new one begins wherever there was no fix.
  private(set) var segments: [[Point]] = []
  private(set) var count = 0
  private var isBroken = true
  /// Of so many fixes one is kept.
  private var stride = 1
  private var skipped = 0

  /// How many points are kept at most.
  static let most = 4096

  mutating func received(_ fix: Fix) {
    let point = Point(latitude: fix.latitude, longitude: fix.longitude)
    if isBroken {
      segments.append([point])
      (isBroken, skipped) = (false, 0)
    } else {
      skipped += 1
      guard skipped >= stride else { return }
      skipped = 0
      segments[segments.count - 1].append(point)
    }
    count += 1
    if count > Self.most { thin() }
  }

  /// There is no fix any more.
  mutating func interrupt() { isBroken = true }

  private mutating func thin() {
    let before = count
    segments = segments.map { points in
      points.indices.filter { $0 % 2 == 0 || $0 == points.count - 1 }.map { points[$0] }
    }
    count = segments.reduce(0) { $0 + $1.count }
    if count <= before * 3 / 4 { stride *= 2 }
    // Of a track with an outage every few seconds, thinning leaves too much: the oldest goes.
    while count > Self.most * 3 / 4, segments.count > 1 { count -= segments.removeFirst().count }
  }
}
