// Core Location for Linux. SPDX-License-Identifier: MIT

/// A set of satellites, as one bit each: to merge groups without counting any satellite twice.
public struct SatelliteSet: Hashable, Sendable {
  private var gps: UInt64 = 0
  private var sbas: UInt64 = 0
  private var glonass: UInt64 = 0
  private var galileo: UInt64 = 0
  private var beiDou: UInt64 = 0
  private var qzss: UInt64 = 0
  private var navIC: UInt64 = 0
  private var unknown: UInt64 = 0

  /// The empty set.
  public init() {}

  /// Number of satellites in the set.
  public var count: Int {
    gps.nonzeroBitCount + sbas.nonzeroBitCount + glonass.nonzeroBitCount
      + galileo.nonzeroBitCount + beiDou.nonzeroBitCount + qzss.nonzeroBitCount
      + navIC.nonzeroBitCount + unknown.nonzeroBitCount
  }

  /// Whether there is none.
  public var isEmpty: Bool { self == SatelliteSet() }

  /// Adds a satellite; numbers that differ by a multiple of 64 share a place.
  public mutating func insert(_ satellite: SatelliteID) {
    let bit = Self.bit(of: satellite)
    switch satellite.system {
    case .gps: gps |= bit
    case .sbas: sbas |= bit
    case .glonass: glonass |= bit
    case .galileo: galileo |= bit
    case .beiDou: beiDou |= bit
    case .qzss: qzss |= bit
    case .navIC: navIC |= bit
    case .unknown: unknown |= bit
    }
  }

  /// Whether a satellite is in the set.
  public func contains(_ satellite: SatelliteID) -> Bool {
    let bit = Self.bit(of: satellite)
    switch satellite.system {
    case .gps: return gps & bit != 0
    case .sbas: return sbas & bit != 0
    case .glonass: return glonass & bit != 0
    case .galileo: return galileo & bit != 0
    case .beiDou: return beiDou & bit != 0
    case .qzss: return qzss & bit != 0
    case .navIC: return navIC & bit != 0
    case .unknown: return unknown & bit != 0
    }
  }

  private static func bit(of satellite: SatelliteID) -> UInt64 {
    1 << UInt64((satellite.number &- 1) & 63)
  }
}
