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
  ///
  /// Of fixes that come each second, two may come in one and none in the next: a single second without one is like that
  /// before it.
  func recent(at now: Duration) -> [Second?] {
    let first = now.components.seconds - Int64(Self.length - 1)
    return (0..<Int64(Self.length)).map { offset in
      let number = first + offset
      return seconds[number] ?? (seconds[number + 1] == nil ? nil : seconds[number - 1])
    }
  }

  mutating func clear() { seconds = [:] }
}
