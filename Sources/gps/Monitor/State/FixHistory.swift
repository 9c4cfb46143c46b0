// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// How accuracy and satellites have been in the last five minutes, second by second.
struct FixHistory {
  /// What one second was like.
  struct Second: Hashable {
    /// The largest horizontal accuracy, meters; `nil` if none was reported.
    var accuracy: Double?
    /// The fewest satellites used; `nil` if none were reported.
    var satellites: Int?
  }

  /// Seconds that are kept.
  static let length = 300

  /// The seconds with a fix, by their number on the monotonic clock.
  private var seconds: [Int64: Second] = [:]

  /// A fix came.
  mutating func received(_ fix: Fix, at now: Duration) {
    let number = now.components.seconds
    var second = seconds[number] ?? Second()
    second.accuracy = [second.accuracy, fix.horizontalAccuracy].compactMap(\.self).max()
    second.satellites = [second.satellites, fix.satellitesUsed].compactMap(\.self).min()
    seconds[number] = second
    guard seconds.count > 2 * Self.length else { return }
    seconds = seconds.filter { number - $0.key < Self.length }
  }

  /// The last five minutes, the oldest second first; `nil` for one without a fix.
  func recent(at now: Duration) -> [Second?] {
    let last = now.components.seconds
    return (0..<Self.length).map { seconds[last - Int64(Self.length - 1 - $0)] }
  }

  mutating func clear() { seconds = [:] }
}
