// Core Location for Linux. SPDX-License-Identifier: MIT

/// The delay from the receiver's bytes to a fix.
struct FixLatency {
  /// The number of fixes evaluated: a minute at 1 Hz.
  static let capacity = 60
  /// A pause of this length means that the next byte begins a new burst.
  private static let quiet = Duration.milliseconds(60)

  /// From the arrival of the last byte that a fix needed until the program had the fix.
  private(set) var delays: [Duration] = []
  /// The same from the first byte of the burst; `nil` if the line never pauses.
  private(set) var burst: Duration?

  private var burstStart: Duration?
  private var lastByte: Duration?
  private var lastFix: Duration?

  mutating func receivedBytes(at arrival: Duration) {
    var quiet = Self.quiet
    // At ten fixes a second there is no pause that long.
    if let last = period, last / 4 < quiet { quiet = last / 4 }
    if lastByte.map({ arrival - $0 >= quiet }) ?? false { burstStart = arrival }
    lastByte = arrival
  }

  /// - Parameter arrival: when its last byte arrived.
  mutating func receivedFix(arrival: Duration, at now: Duration) {
    if delays.count == Self.capacity { delays.removeFirst() }
    delays.append(max(.zero, now - arrival))
    if let lastFix, arrival > lastFix { period = arrival - lastFix }
    lastFix = arrival
    burst = burstStart.map { max(.zero, now - $0) }
    burstStart = nil
  }

  private var period: Duration?

  var summary: (median: Duration, longest: Duration)? {
    let sorted = delays.sorted()
    guard let longest = sorted.last else { return nil }
    return (sorted[(sorted.count - 1) / 2], longest)
  }

  mutating func clear() { delays = [] }
}
