// Core Location for Linux. SPDX-License-Identifier: MIT

/// A set of satellites with one bit each, for merging groups without counting a satellite twice.
public struct SatelliteSet: Sendable {
  /// A word for each system.
  private var words = InlineArray<8, UInt64>(repeating: 0)

  /// Creates an empty set.
  public init() {}

  /// Number of satellites in the set.
  public var count: Int {
    var count = 0
    for system in words.indices { count += words[system].nonzeroBitCount }
    return count
  }

  /// Whether the set is empty.
  public var isEmpty: Bool {
    var union: UInt64 = 0
    for system in words.indices { union |= words[system] }
    return union == 0
  }

  /// Adds a satellite; numbers that differ by a multiple of 64 count as the same.
  public mutating func insert(_ satellite: SatelliteID) {
    words[Int(satellite.system.rawValue)] |= Self.bit(of: satellite)
  }

  /// Adds satellites; consecutive satellites of one system with one access to memory.
  @inline(__always)
  mutating func insert(count: Int, _ satellite: (Int) -> SatelliteID?) {
    var word: UInt64 = 0
    var system = SatelliteSystem.unknown
    for index in 0..<count {
      guard let next = satellite(index) else { continue }
      if next.system != system {
        words[Int(system.rawValue)] |= word
        word = 0
        system = next.system
      }
      word |= Self.bit(of: next)
    }
    words[Int(system.rawValue)] |= word
  }

  /// Whether a satellite is in the set.
  public func contains(_ satellite: SatelliteID) -> Bool {
    words[Int(satellite.system.rawValue)] & Self.bit(of: satellite) != 0
  }

  private static func bit(of satellite: SatelliteID) -> UInt64 {
    1 << UInt64((satellite.number &- 1) & 63)
  }
}

extension SatelliteSet: Hashable {
  /// Whether two sets contain the same satellites.
  public static func == (left: Self, right: Self) -> Bool {
    for system in left.words.indices where left.words[system] != right.words[system] {
      return false
    }
    return true
  }

  /// Feeds the satellites to a hasher.
  public func hash(into hasher: inout Hasher) {
    for system in words.indices { hasher.combine(words[system]) }
  }
}
