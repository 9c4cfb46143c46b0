// Core Location for Linux. SPDX-License-Identifier: MIT

/// Learns with which sentence a receiver ends what it says about an instant.
///
/// A receiver repeats its cycle: RMC, VTG, GGA, four GSA, say. Once the fourth GSA has been the last
/// contribution in five epochs in a row and for two seconds, it ends the epoch when it comes. A sentence
/// that has ever been followed by another of the same instant has to be the last for much longer: some
/// receivers send RMC with every tenth GGA only. If it ended an epoch too early all the same, longer still.
struct CycleLearner: Sendable {
  private struct Record: Sendable {
    /// In how many epochs in a row it was the last.
    var streak: UInt8 = 0
    /// The epoch in which it was last the last.
    var epoch: UInt32 = 0
    /// In how many it has to be before it is believed to be.
    var patience = CycleLearner.patience
  }

  /// Epochs in a row until a sentence is taken for the last that was never followed by another.
  static let patience: UInt8 = 5
  /// The same for one that was.
  static let patienceAfterFollower: UInt8 = 60

  /// Sentences of one kind in one epoch that are distinguished.
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

  /// A new instant has begun.
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

  /// A contribution to the instant; true if it is known to be the last.
  ///
  /// - Parameter afterEnd: whether one before was taken for the last already.
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
