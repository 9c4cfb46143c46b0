// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// Accuracy and satellites used, second by second, over the last five minutes.
struct FixHistory {
  struct Second: Hashable {
    /// The largest horizontal accuracy, meters; `nil` if none was reported.
    var accuracy: Double?
    /// The fewest satellites used; `nil` if none were reported.
    var satellites: Int?
  }

  static let length = 300

  /// The seconds with a fix, by their number on the monotonic clock.
  private var seconds: [Int64: Second] = [:]

  mutating func received(_ fix: Fix, at now: Duration) {
    let number = now.components.seconds
    var second = seconds[number] ?? Second()
    second.accuracy = [second.accuracy, fix.horizontalAccuracy].compactMap(\.self).max()
    second.satellites = [second.satellites, fix.satellitesUsed].compactMap(\.self).min()
    seconds[number] = second
    guard seconds.count > 2 * Self.length else { return }
    seconds = seconds.filter { number - $0.key < Self.length }
  }

  /// Returns the last five minutes, oldest second first; `nil` for a second without a fix.
  ///
  /// With a fix a second, two may fall into one second and none into the next: a single second without a fix repeats the
  /// second before it.
  func recent(at now: Duration) -> [Second?] {
    let first = now.components.seconds - Int64(Self.length - 1)
    return (0..<Int64(Self.length)).map { offset in
      let number = first + offset
      return seconds[number] ?? (seconds[number + 1] == nil ? nil : seconds[number - 1])
    }
  }
}
