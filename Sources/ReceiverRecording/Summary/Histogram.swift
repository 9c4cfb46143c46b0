// Core Location for Linux. SPDX-License-Identifier: MIT

package struct Histogram {
  /// The number of occurrences of each number; of at most ``capacity`` different ones.
  package private(set) var counts: [Int: Int] = [:]

  /// The most different numbers that are counted; any others are ignored.
  package static let capacity = 4096

  mutating func add(_ value: Int) {
    if counts[value] != nil || counts.count < Self.capacity { counts[value, default: 0] += 1 }
  }

  package var minimum: Int? { counts.keys.min() }
  package var maximum: Int? { counts.keys.max() }

  /// The number that occurs most often, the smallest one if there are several; `nil` if there is none.
  package var mostFrequent: Int? { counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key }

  package var median: Int? {
    var rest = counts.values.reduce(0, +) / 2
    for (value, count) in counts.sorted(by: { $0.key < $1.key }) {
      if rest < count { return value }
      rest -= count
    }
    return nil
  }
}
