// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// How accuracy and satellites have been in the last five minutes, once a second.
struct RecentFixes {
  struct Entry: Hashable {
    /// When the fix came, on the monotonic clock.
    var arrival: Duration
    /// Meters; `nil` if not reported.
    var accuracy: Double?
    /// Satellites used; `nil` if not reported.
    var satellites: Int?
  }

  /// The oldest first.
  private(set) var entries: [Entry] = []

  static let length: Duration = .seconds(300)
  /// A little less than a second: fixes that come once a second come a little too early, too.
  private static let step: Duration = .milliseconds(900)

  mutating func received(_ fix: Fix, at arrival: Duration) {
    if let last = entries.last, arrival - last.arrival < Self.step { return }
    entries.removeAll { arrival - $0.arrival > Self.length }
    entries.append(
      Entry(
        arrival: arrival, accuracy: fix.horizontalAccuracy, satellites: fix.satellitesUsed))
  }
}
