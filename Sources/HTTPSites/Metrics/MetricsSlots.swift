// Core Location for Linux. SPDX-License-Identifier: MIT

/// Which connections are served if there are too many: those who have many lose theirs first.
struct MetricsSlots<ID: Hashable>: ConnectionSlots {
  enum Holder: ConnectionHolder {
    /// Not known yet.
    case unknown
    case user(UInt32)
    /// On another machine, by its address.
    case machine(String)
  }

  private struct Slot {
    let id: ID
    let holder: Holder
  }

  /// The oldest first.
  private var slots: [Slot] = []

  /// The most connections of which it is known whose they are.
  static var most: Int { 64 }
  /// While so many are not known yet, which takes milliseconds, no more are accepted.
  static var mostUnknown: Int { 256 }

  private(set) var isCrowded = false

  mutating func take(_ id: ID, as holder: Holder) -> ID? {
    leave(id)
    slots.append(Slot(id: id, holder: holder))
    countUnknown()
    if holder == .unknown { return nil }
    let known = slots.filter { $0.holder != .unknown }
    guard known.count > Self.most else { return nil }
    let counts = Dictionary(grouping: known, by: \.holder).mapValues(\.count)
    let mostOfOne = counts.values.max()
    guard let oldest = known.first(where: { counts[$0.holder] == mostOfOne }) else { return nil }
    leave(oldest.id)
    return oldest.id
  }

  mutating func leave(_ id: ID) {
    slots.removeAll { $0.id == id }
    countUnknown()
  }

  private mutating func countUnknown() {
    isCrowded = slots.count { $0.holder == .unknown } >= Self.mostUnknown
  }
}
