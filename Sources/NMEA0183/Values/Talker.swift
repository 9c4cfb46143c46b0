// Core Location for Linux. SPDX-License-Identifier: MIT

/// The sender of a sentence: the two characters after the `$`, as in `GP`.
///
/// Any two characters are a talker; those that stand for a satellite system have a name here.
public struct Talker: RawRepresentable, Hashable, Sendable {
  /// The two characters, the first in the lower byte.
  public let rawValue: UInt16

  /// Creates the talker with these two characters, the first in the lower byte.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// GPS, and by habit any receiver.
  public static var gps: Talker { Talker(rawValue: 0x5047) }
  /// GLONASS.
  public static var glonass: Talker { Talker(rawValue: 0x4C47) }
  /// Galileo.
  public static var galileo: Talker { Talker(rawValue: 0x4147) }
  /// BeiDou, as NMEA 0183 version 4.10 and later spell it.
  public static var beiDou: Talker { Talker(rawValue: 0x4247) }
  /// BeiDou, as older receivers spell it.
  public static var beiDouLegacy: Talker { Talker(rawValue: 0x4442) }
  /// QZSS.
  public static var qzss: Talker { Talker(rawValue: 0x5147) }
  /// QZSS, as some receivers spell it.
  public static var qzssLegacy: Talker { Talker(rawValue: 0x5A51) }
  /// QZSS, as Qualcomm modems spell it.
  public static var qualcommQZSS: Talker { Talker(rawValue: 0x5150) }
  /// NavIC (IRNSS).
  public static var navIC: Talker { Talker(rawValue: 0x4947) }
  /// A combination of systems.
  public static var combined: Talker { Talker(rawValue: 0x4E47) }

  /// Creates the talker with these two printable ASCII characters; `nil` if they are not two.
  public init?(_ characters: String) {
    let text = Array(characters.utf8)
    guard text.count == 2, text.allSatisfy({ $0.isPrintable }) else { return nil }
    rawValue = UInt16(text[0]) | UInt16(text[1]) << 8
  }
}

extension Talker: ExpressibleByStringLiteral {
  /// Creates the talker from a literal.
  ///
  /// - Precondition: it has two printable ASCII characters.
  public init(stringLiteral characters: String) {
    guard let talker = Talker(characters as String) else {
      preconditionFailure("a talker has two ASCII characters")
    }
    self = talker
  }
}

extension Talker: CustomStringConvertible {
  /// The two characters as they are sent.
  public var description: String { packedText(UInt64(rawValue)) }
}
