// Core Location for Linux. SPDX-License-Identifier: MIT

import ReceiverConfiguration
import SerialLine

/// How much of a line's capacity is used, and whether data arrives intact and in time.
struct PortLoad: Hashable {
  private struct Stretch: Hashable {
    let start: Duration
    let bytesBefore: Int
    var duration: Duration = .zero
    var bytes = 0

    mutating func extend(to now: Duration, _ total: Int) {
      duration = now - start
      bytes = total - bytesBefore
    }
  }

  private var total = 0
  /// From the first piece to the last, without the first, since it is unknown how long that took to arrive.
  private var pieces: Stretch?
  /// From the first fix to the last: whole epochs, including their pauses.
  private var epochs: Stretch?
  private var soonest: Duration?

  /// The increase of the delay between the receiver's time of a fix and its arrival, relative to the smallest delay.
  private(set) var delay: Duration = .zero
  var sentences = 0
  var damaged = 0

  /// The shortest period that is representative; longer if there are no epochs.
  private static let least: (epochs: Duration, pieces: Duration) = (.seconds(3), .seconds(10))
  /// The share of the capacity at which receivers drop sentences.
  static let full = 0.9

  mutating func received(_ count: Int, at now: Duration) {
    total += count
    if pieces == nil { pieces = Stretch(start: now, bytesBefore: total) }
    pieces?.extend(to: now, total)
  }

  /// - Parameter time: its time by the receiver's own clock, on any scale; `nil` if it has no date.
  mutating func receivedFix(of time: Duration?, at now: Duration) {
    if epochs == nil { epochs = Stretch(start: now, bytesBefore: total) }
    epochs?.extend(to: now, total)
    guard let time else { return }
    let difference = now - time
    soonest = soonest.map { min($0, difference) } ?? difference
    delay = difference - (soonest ?? difference)
  }

  private var stretch: Stretch? {
    if let epochs, epochs.duration >= Self.least.epochs { return epochs }
    return pieces.flatMap { epochs == nil && $0.duration >= Self.least.pieces ? $0 : nil }
  }

  var isEnough: Bool { stretch != nil }

  var bytesPerSecond: Double? { stretch.map { Double($0.bytes) / ($0.duration / .seconds(1)) } }

  /// Returns the share of a rate's capacity that is used; `nil` until there is enough data.
  func share(of rate: BaudRate) -> Double? { bytesPerSecond.map { $0 / rate.bytesPerSecond } }

  /// Whether more than one sentence in twenty arrived damaged.
  var isDamaged: Bool { damaged > 1 && damaged * 20 > sentences + damaged }

  /// Whether fixes are increasingly delayed.
  var isLate: Bool {
    guard let stretch else { return false }
    return delay > .milliseconds(500) && delay * 10 > stretch.duration
  }

  /// Returns the slowest usual rate above this one that is sufficient; `nil` if none is.
  ///
  /// - Parameter sent: bytes per second by the receiver's own times, which exceeds the received rate if data is delayed;
  ///   `nil` if unknown.
  func neededRate(above rate: BaudRate, sending sent: Double?) -> BaudRate? {
    guard let bytesPerSecond else { return nil }
    let wanted = max(
      bytesPerSecond, (rate.bytesPerSecond * Self.full).rounded(.down) + 1, sent ?? 0)
    return BaudBudget(bytesPerEpoch: Int(wanted.rounded(.up)), epochRate: 1).neededRate
  }
}
