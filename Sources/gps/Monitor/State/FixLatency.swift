// Core Location for Linux. SPDX-License-Identifier: MIT

/// How long it takes from bytes to a fix.
struct FixLatency {
  /// Fixes over which this is told: a minute at 1 Hz.
  static let capacity = 60
  /// A line that was quiet for so long has begun a new burst.
  private static let quiet = Duration.milliseconds(60)

  /// From the arrival of the last byte that a fix needed until the program had the fix.
  private(set) var delays: [Duration] = []
  /// The same from the first byte of its burst; `nil` if the line is never quiet.
  private(set) var burst: Duration?

  private var burstStart: Duration?
  private var lastByte: Duration?
  private var lastFix: Duration?

  /// Bytes came.
  mutating func receivedBytes(at arrival: Duration) {
    var quiet = Self.quiet
    // At ten fixes a second, there is no such pause.
    if let last = period, last / 4 < quiet { quiet = last / 4 }
    if lastByte.map({ arrival - $0 >= quiet }) ?? false { burstStart = arrival }
    lastByte = arrival
  }

  /// A fix came.
  ///
  /// - Parameters:
  ///   - arrival: when its last byte came.
  ///   - now: when the program had it.
  mutating func receivedFix(arrival: Duration, at now: Duration) {
    if delays.count == Self.capacity { delays.removeFirst() }
    delays.append(max(.zero, now - arrival))
    if let lastFix, arrival > lastFix { period = arrival - lastFix }
    lastFix = arrival
    burst = burstStart.map { max(.zero, now - $0) }
    burstStart = nil
  }

  private var period: Duration?

  /// The one in the middle, and the longest; `nil` before the first fix.
  var summary: (median: Duration, longest: Duration)? {
    let sorted = delays.sorted()
    guard let longest = sorted.last else { return nil }
    return (sorted[(sorted.count - 1) / 2], longest)
  }

  mutating func clear() { delays = [] }
}
