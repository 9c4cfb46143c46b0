// Core Location for Linux. SPDX-License-Identifier: MIT

/// Learns with which sentence a receiver ends what it says about an instant.
///
/// A receiver repeats its cycle: RMC, VTG, GGA, four GSA, say. Once the fourth GSA has been the last
/// contribution three times in a row, it ends the epoch when it comes. A sentence that was followed by
/// another contribution of the same instant does not; if that happens after it had ended an epoch, it is
/// asked twice as often before it is trusted again, so that what comes only every tenth time is soon
/// waited for.
struct CycleLearner: Sendable {
  /// The place of a sentence in a cycle: its kind, and how many of the kind came before.
  struct Place: Equatable, Sendable {
    let index: Int

    init(kind: Int, ordinal: Int) { index = kind * Self.ordinals + min(ordinal, Self.ordinals - 1) }

    static let ordinals = 16
  }

  private struct Record: Sendable {
    /// How many times in a row it was the last.
    var streak: UInt8 = 0
    /// How many times in a row it has to be.
    var patience = CycleLearner.initialPatience
  }

  static let initialPatience: UInt8 = 3

  private var records: [Record]
  private var ordinals: [UInt8]
  private var last: Place?

  init(kinds: Int) {
    records = Array(repeating: Record(), count: kinds * Place.ordinals)
    ordinals = Array(repeating: 0, count: kinds)
  }

  /// A new instant has begun.
  mutating func begin() {
    if let last, records[last.index].streak < .max { records[last.index].streak += 1 }
    last = nil
    for kind in ordinals.indices { ordinals[kind] = 0 }
  }

  /// A contribution to the instant; true if it is known to be the last.
  mutating func hear(kind: Int, afterEnd: Bool) -> Bool {
    let place = Place(kind: kind, ordinal: Int(ordinals[kind]))
    if ordinals[kind] < .max { ordinals[kind] += 1 }
    if let last {
      records[last.index].streak = 0
      if afterEnd {
        records[last.index].patience = min(records[last.index].patience, 100) * 2
      }
    }
    last = place
    return records[place.index].streak >= records[place.index].patience
  }
}
