// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// The receiver's track in a bounded number of points: the longer the track, the farther apart they are.
struct PageTrack {
  struct Point: Hashable {
    /// Degrees, WGS 84.
    var latitude: Double
    var longitude: Double
  }

  /// The oldest first; a new segment begins after every loss of the fix.
  private(set) var segments: [[Point]] = []
  private(set) var count = 0
  private var isBroken = true
  /// The spacing of the points, in fixes.
  private var stride = 1
  private var skipped = 0

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

  /// Ends the current segment: the fix is lost.
  mutating func interrupt() { isBroken = true }

  private mutating func thin() {
    let before = count
    segments = segments.map { points in
      points.indices.filter { $0 % 2 == 0 || $0 == points.count - 1 }.map { points[$0] }
    }
    count = segments.reduce(0) { $0 + $1.count }
    if count <= before * 3 / 4 { stride *= 2 }
    // Thinning leaves too much of a track with an outage every few seconds, so the oldest segments are dropped.
    while count > Self.most * 3 / 4, segments.count > 1 { count -= segments.removeFirst().count }
  }
}

/// Accuracy and number of satellites in the last five minutes, once a second.
struct RecentFixes {
  struct Entry: Hashable {
    /// On the clock of the last minutes: the arrival of the fix or, if it is of a recording, its own time.
    var time: Duration
    /// Meters; `nil` if not reported.
    var accuracy: Double?
    /// Satellites used; `nil` if not reported.
    var satellites: Int?
  }

  /// The oldest first.
  private(set) var entries: [Entry] = []

  static let length: Duration = .seconds(300)
  /// A little less than a second, because fixes that arrive once a second may arrive a little early.
  private static let step: Duration = .milliseconds(900)

  mutating func received(_ fix: Fix, at time: Duration) {
    if let last = entries.last, time - last.time < Self.step { return }
    entries.removeAll { time - $0.time > Self.length }
    entries.append(
      Entry(time: time, accuracy: fix.horizontalAccuracy, satellites: fix.satellitesUsed))
  }
}
