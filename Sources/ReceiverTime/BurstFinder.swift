// Core Location for Linux. SPDX-License-Identifier: MIT

/// Finds the first byte of each burst, and the instants that the burst is about.
///
/// The first byte is the one whose delay varies least: it depends neither on the order nor on the length of what follows.
struct BurstFinder {
  private struct Burst {
    /// The machine's clock when the first byte had arrived, nanoseconds since 1970.
    let start: Int64
    /// Nanoseconds of the day.
    var instants: [Int64] = []
  }

  private var bursts: [Burst] = []
  /// The number of bursts so far.
  private(set) var count = 0
  private var lastArrival: Int64?
  /// Whether a pause has been seen, so that the beginning of the present burst is known.
  private var isAligned = false

  /// As many as come while a fix may still be about the first of them.
  private static let mostKept = 8
  /// A pause between bursts at one burst a second or less, nanoseconds: senders stall for up to 60 ms within one.
  private static let longestPause: Int64 = 150_000_000
  /// Times up to this far apart are the same instant, nanoseconds: receivers print `.758` here and `.76` there.
  static let sameInstant: Int64 = 10_000_000

  /// - Parameters:
  ///   - time: the machine's clock, nanoseconds since 1970.
  ///   - period: the time between bursts, nanoseconds; `nil` while unknown.
  mutating func bytesArrived(at time: Int64, period: Int64?) {
    defer { lastArrival = time }
    // A clock that was set backwards in between ends a burst, too; its stamp is then compared with those before.
    guard let lastArrival, (0..<Self.pause(period)).contains(time - lastArrival) else {
      isAligned = lastArrival != nil
      bursts.append(Burst(start: time))
      count += 1
      if bursts.count > Self.mostKept { bursts.removeFirst() }
      return
    }
  }

  /// The shortest pause that separates bursts: in proportion to the period, since at 5 Hz it is never 150 ms.
  private static func pause(_ period: Int64?) -> Int64 {
    period.map { min($0 * 15 / 100, longestPause) } ?? longestPause
  }

  /// Notes that the present burst mentions an instant.
  mutating func mentioned(_ instant: Int64) {
    guard isAligned, let last = bursts.indices.last,
      !bursts[last].instants.contains(where: { Self.isSame($0, instant) })
    else { return }
    bursts[last].instants.append(instant)
  }

  /// Returns the machine's clock at the first byte of the first burst that mentions an instant; `nil` if none does.
  func start(of instant: Int64) -> Int64? {
    bursts.first { $0.instants.contains { Self.isSame($0, instant) } }?.start
  }

  private static func isSame(_ one: Int64, _ other: Int64) -> Bool {
    abs(one - other) <= sameInstant
  }
}
