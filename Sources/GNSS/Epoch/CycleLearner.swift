// Core Location for Linux. SPDX-License-Identifier: MIT

/// Learns which sentence is a receiver's last about an instant.
///
/// A receiver repeats its cycle: RMC, VTG, GGA, four GSA, say. Once the fourth GSA has been the last contribution in
/// five epochs in a row and for two seconds, its arrival ends the epoch. A sentence that has ever been followed by
/// another of the same instant has to be the last for much longer, because some receivers send RMC with every tenth GGA
/// only. If it still ended an epoch too early, it has to be the last for longer still.
struct CycleLearner: Sendable {
  private struct Record: Sendable {
    /// Number of epochs in a row in which it was the last.
    var streak: UInt8 = 0
    /// The most recent epoch in which it was the last.
    var epoch: UInt32 = 0
    /// Number of epochs in a row after which it is taken for the last.
    var patience = CycleLearner.patience
  }

  /// Number of epochs in a row until a sentence that was never followed by another is taken for the last.
  static let patience: UInt8 = 5
  /// The same for a sentence that has been followed by another.
  static let patienceAfterFollower: UInt8 = 60

  /// Number of sentences of one kind in one epoch that are distinguished.
  private static let ordinals = 16

  private var records: [Record]
  private var heard: [UInt8]
  private var last: Int?
  /// Counts epochs, and wraps.
  private var epoch: UInt32 = 0

  init(kinds: Int) {
    records = Array(repeating: Record(), count: kinds * Self.ordinals)
    heard = Array(repeating: 0, count: kinds)
  }

  mutating func begin() {
    if let last {
      let isInRow = records[last].epoch == epoch &- 1
      records[last].streak = isInRow ? min(records[last].streak, .max - 1) + 1 : 1
      records[last].epoch = epoch
    }
    last = nil
    epoch &+= 1
    for kind in heard.indices { heard[kind] = 0 }
  }

  /// Notes a contribution to the instant; true if it is known to be the last.
  ///
  /// - Parameter afterEnd: whether an earlier one was already taken for the last.
  mutating func received(kind: Int, afterEnd: Bool) -> Bool {
    let place = kind * Self.ordinals + Int(min(heard[kind], UInt8(Self.ordinals - 1)))
    if heard[kind] < .max { heard[kind] += 1 }
    if let last {
      let patience = max(records[last].patience, Self.patienceAfterFollower)
      records[last].patience = afterEnd ? min(patience, 120) * 2 : patience
      records[last].streak = 0
    }
    last = place
    return records[place].streak >= records[place].patience
  }
}
