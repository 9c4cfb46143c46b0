// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// Accuracy and number of satellites in the last five minutes, once a second.
struct RecentFixes {
  struct Entry: Hashable {
    /// The arrival of the fix on the monotonic clock.
    var arrival: Duration
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

  mutating func received(_ fix: Fix, at arrival: Duration) {
    if let last = entries.last, arrival - last.arrival < Self.step { return }
    entries.removeAll { arrival - $0.arrival > Self.length }
    entries.append(
      Entry(
        arrival: arrival, accuracy: fix.horizontalAccuracy, satellites: fix.satellitesUsed))
  }
}
