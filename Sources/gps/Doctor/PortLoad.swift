// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import ReceiverConfiguration
import SerialLine

/// How much of a line is used, and whether what comes is whole and in time.
struct PortLoad: Hashable {
  /// Bytes that had come by certain times, from the first of them to the last.
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
  /// From the first piece to the last.
  ///
  /// What came first is left out: nobody saw how long it took.
  private var pieces: Stretch?
  /// From the first fix to the last: whole epochs, each with its pause.
  private var epochs: Stretch?
  private var soonest: Duration?

  /// How much later than the receiver's own times fixes come, compared with the one that came soonest.
  private(set) var delay: Duration = .zero
  /// Sentences that came whole.
  var sentences = 0
  /// Sentences that came damaged or cut off.
  var damaged = 0

  /// Less than this tells more about the moment than about the line; without epochs it takes longer.
  private static let least: (epochs: Duration, pieces: Duration) = (.seconds(3), .seconds(10))
  /// From this part on, receivers drop sentences.
  static let full = 0.9

  // MARK: What happened

  /// So many bytes came.
  mutating func received(_ count: Int, at now: Duration) {
    total += count
    if pieces == nil { pieces = Stretch(start: now, bytesBefore: total) }
    pieces?.extend(to: now, total)
  }

  /// A fix came.
  ///
  /// - Parameter time: by the receiver's own clock, on any scale; `nil` if it has no date.
  mutating func receivedFix(of time: Duration?, at now: Duration) {
    if epochs == nil { epochs = Stretch(start: now, bytesBefore: total) }
    epochs?.extend(to: now, total)
    guard let time else { return }
    let difference = now - time
    soonest = soonest.map { min($0, difference) } ?? difference
    delay = difference - (soonest ?? difference)
  }

  // MARK: What follows

  /// What is judged by; `nil` as long as there is not enough.
  private var stretch: Stretch? {
    if let epochs, epochs.duration >= Self.least.epochs { return epochs }
    return pieces.flatMap { epochs == nil && $0.duration >= Self.least.pieces ? $0 : nil }
  }

  /// Whether there is enough to judge.
  var isEnough: Bool { stretch != nil }

  /// Bytes a second; `nil` as long as there is not enough to judge.
  var bytesPerSecond: Double? { stretch.map { Double($0.bytes) / ($0.duration / .seconds(1)) } }

  /// Part of what a rate carries that is used; `nil` as long as there is not enough to judge.
  func share(of rate: BaudRate) -> Double? { bytesPerSecond.map { $0 / rate.bytesPerSecond } }

  /// Whether more than one sentence of twenty came damaged.
  var isDamaged: Bool { damaged > 1 && damaged * 20 > sentences + damaged }

  /// Whether fixes come later and later.
  var isLate: Bool {
    guard let stretch else { return false }
    return delay > .milliseconds(500) && delay * 10 > stretch.duration
  }

  /// The slowest usual rate above this one that carries it; `nil` if none does.
  ///
  /// - Parameter sent: bytes a second by the receiver's own times, which is more than comes if they come late; `nil`
  ///   if it is not known.
  func neededRate(above rate: BaudRate, sending sent: Double?) -> BaudRate? {
    guard let bytesPerSecond else { return nil }
    let wanted = max(
      bytesPerSecond, (rate.bytesPerSecond * Self.full).rounded(.down) + 1, sent ?? 0)
    return BaudBudget(bytesPerEpoch: Int(wanted.rounded(.up)), epochRate: 1).neededRate
  }
}
