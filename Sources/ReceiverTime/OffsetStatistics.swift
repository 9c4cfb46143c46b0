// Core Location for Linux. SPDX-License-Identifier: MIT

/// The last offsets, and what can be said about them.
struct OffsetStatistics {
  private var offsets: [Double] = []
  private(set) var count = 0

  /// About a minute of them.
  private static let mostKept = 64

  mutating func add(_ offset: Double) {
    count += 1
    offsets.append(offset)
    if offsets.count > Self.mostKept { offsets.removeFirst() }
  }

  /// The median, seconds; `nil` before the first.
  var median: Double? {
    guard !offsets.isEmpty else { return nil }
    let sorted = offsets.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The standard deviation, seconds; `nil` before the second.
  var spread: Double? {
    guard offsets.count > 1 else { return nil }
    let mean = offsets.reduce(0, +) / Double(offsets.count)
    let squares = offsets.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(offsets.count - 1)).squareRoot()
  }
}
