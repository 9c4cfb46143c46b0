// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Measures the times between epochs, and counts those without a time.
struct EpochMeter {
  /// The frequencies of the intervals between epochs, in milliseconds.
  private(set) var periods = Histogram()
  /// The longest interval without an epoch, milliseconds, and the time of the epoch after it.
  private(set) var longestGap: (milliseconds: Int, end: UTCTime)?
  private(set) var times: (first: UTCTime, last: UTCTime)?
  private(set) var timeless = 0

  private var latest: Int64?
  /// The addresses without a time since the last epoch began; `nil` before the first epoch.
  private var addresses: Set<SentenceAddress>?

  /// - Parameters:
  ///   - hasPosition: whether it is a position even if it has no time; then the pipeline knows its epoch.
  ///   - latest: the latest time of the receiver by now, nanoseconds of the day.
  mutating func add(
    _ stated: UTCTime?, _ address: SentenceAddress, hasPosition: Bool, latest: Int64?
  ) {
    guard let stated else {
      if !hasPosition { addTimeless(address) }
      return
    }
    addresses = []
    // A sentence may be in local time; the receiver's time is not.
    let time = latest.map { UTCTime(nanosecondsOfDay: $0) } ?? stated
    times = (times?.first ?? time, time)
    if let latest { advance(to: latest, time) }
  }

  /// Adds a frame: the latest time of the receiver by now, nanoseconds of the day.
  mutating func add(latest: Int64) {
    guard latest != self.latest else { return }
    let time = UTCTime(nanosecondsOfDay: latest)
    times = (times?.first ?? time, time)
    advance(to: latest, time)
  }

  private mutating func advance(to latest: Int64, _ time: UTCTime) {
    guard latest != self.latest else { return }
    defer { self.latest = latest }
    guard let last = self.latest else { return }
    // A leap second makes the day longer.
    let day: Int64 = last >= 86_400_000_000_000 ? 86_401_000 : 86_400_000
    let step = (latest - last) / 1_000_000
    // As with dates, a step across midnight in either direction is less than twelve hours.
    let milliseconds = Int(step < -day / 2 ? step + day : step > day / 2 ? step - day : step)
    guard milliseconds > 0 else { return }
    periods.add(milliseconds)
    if milliseconds > longestGap?.milliseconds ?? 0 { longestGap = (milliseconds, time) }
  }

  /// Adds a sentence without a time, which belongs to the epoch before it unless its kind has come for that.
  private mutating func addTimeless(_ address: SentenceAddress) {
    if addresses?.insert(address).inserted == true { return }
    timeless += 1
    addresses = [address]
  }

  /// The number of intervals between epochs that exceed one and a half times the usual one.
  var gapCount: Int {
    guard let usual = periods.mostFrequent else { return 0 }
    return periods.counts.filter { $0.key * 2 > usual * 3 }.values.reduce(0, +)
  }
}

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
