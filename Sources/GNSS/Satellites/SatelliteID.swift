// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// A satellite system.
public enum SatelliteSystem: UInt8, Sendable, CaseIterable {
  /// GPS, of the United States.
  case gps
  /// Augmentation systems: WAAS, EGNOS, MSAS, GAGAN and the like.
  case sbas
  /// GLONASS, of Russia.
  case glonass
  /// Galileo, of the European Union.
  case galileo
  /// BeiDou, of China.
  case beiDou
  /// QZSS, of Japan.
  case qzss
  /// NavIC (IRNSS), of India.
  case navIC
  /// A system that the sentence does not name.
  case unknown
}

/// A satellite, independent of how its receiver numbers it.
public struct SatelliteID: Hashable, Sendable {
  /// The system it belongs to.
  public let system: SatelliteSystem

  /// Its number within that system, from 1.
  ///
  /// For SBAS, the number of its ranging code minus 87, as in NMEA 0183.
  public let number: UInt16

  /// Creates an identifier from a system and the number within it.
  public init(system: SatelliteSystem, number: UInt16) {
    self.system = system
    self.number = number
  }

  /// Creates the satellite that a number means in a GSA or GSV sentence that names `named` as the system, or none.
  ///
  /// Without a name, the range of the number tells the system. Receivers use different ranges for one satellite (Galileo 1–36 or
  /// 301–336, BeiDou 1–63, 201–263 or 401–463); all yield the same identifier.
  @inline(__always)
  init(number: UInt16, named: SatelliteSystem?) {
    // Most numbers need no conversion.
    if let named, number < 33, number > 0 {
      self.init(system: named, number: number)
      return
    }
    let ranged: (SatelliteSystem, UInt16) =
      switch number {
      case 1...32: (named ?? .gps, number)
      case 33...64: named == nil || named == .gps ? (.sbas, number) : (named ?? .gps, number)
      case 65...99:
        named == nil || named == .gps || named == .glonass
          ? (.glonass, number - 64) : (named ?? .glonass, number)
      case 120...158: (.sbas, number - 87)
      // 201 and 202 belong to both, unless the sentence names its system.
      case 193...202 where named != .beiDou || number < 201: (.qzss, number - 192)
      case 201...264: (.beiDou, number - 200)
      case 301...336: (.galileo, number - 300)
      case 401...464: (.beiDou, number - 400)
      default: (named ?? .unknown, number)
      }
    self.init(system: ranged.0, number: ranged.1)
  }
}

extension SatelliteSystem {
  init?(_ id: SystemID) {
    switch id {
    case .gps: self = .gps
    case .glonass: self = .glonass
    case .galileo: self = .galileo
    case .beiDou: self = .beiDou
    case .qzss: self = .qzss
    case .navIC: self = .navIC
    default: return nil
    }
  }

  /// Creates the system that a sentence names in its field or else by its talker; `nil` if it names none.
  init?(talker: Talker, id: SystemID?) {
    guard let system = id.flatMap(SatelliteSystem.init) ?? SatelliteSystem(talker) else {
      return nil
    }
    self = system
  }

  /// Creates the system that a talker stands for; `nil` for one that stands for several, or for none.
  init?(_ talker: Talker) {
    switch talker {
    case .gps: self = .gps
    case .glonass: self = .glonass
    case .galileo: self = .galileo
    case .beiDou, .beiDouLegacy: self = .beiDou
    case .qzss, .qzssLegacy, .qualcommQZSS: self = .qzss
    case .navIC: self = .navIC
    default: return nil
    }
  }
}
