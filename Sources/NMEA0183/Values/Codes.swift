// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The one-character codes of the standard. Sets that a later version may extend are structures, so
// that an unknown code passes through.

/// How a position was found: GGA field 6.
public struct FixQuality: RawRepresentable, Hashable, Sendable, Codable {
  /// The number sent.
  public let rawValue: UInt8

  /// The quality with this number, known or not.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No position.
  public static var invalid: FixQuality { FixQuality(rawValue: 0) }
  /// Satellites alone.
  public static var autonomous: FixQuality { FixQuality(rawValue: 1) }
  /// Corrected by a reference station or by augmentation satellites (SBAS).
  public static var differential: FixQuality { FixQuality(rawValue: 2) }
  /// The precise positioning service of GPS.
  public static var precise: FixQuality { FixQuality(rawValue: 3) }
  /// Real-time kinematic, ambiguities fixed to whole numbers.
  public static var rtkFixed: FixQuality { FixQuality(rawValue: 4) }
  /// Real-time kinematic, ambiguities floating.
  public static var rtkFloat: FixQuality { FixQuality(rawValue: 5) }
  /// Dead reckoning.
  public static var estimated: FixQuality { FixQuality(rawValue: 6) }
  /// Typed in.
  public static var manual: FixQuality { FixQuality(rawValue: 7) }
  /// Made up by a simulator.
  public static var simulated: FixQuality { FixQuality(rawValue: 8) }
  /// Corrected by augmentation satellites (SBAS), as sent by NovAtel receivers; all others send ``differential``.
  public static var novAtelAugmented: FixQuality { FixQuality(rawValue: 9) }
}

/// How many dimensions were solved for: GSA field 2.
public enum FixMode: UInt8, Sendable {
  /// No position.
  case none = 0x31
  /// Latitude and longitude, the altitude being assumed.
  case twoDimensional = 0x32
  /// Altitude too.
  case threeDimensional = 0x33
}

/// How a position was found, as a letter: the last field of RMC, VTG and GLL since version 2.3, and
/// one letter per satellite system in GNS.
public struct PositioningMode: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The letter sent.
  public let rawValue: UInt8

  /// The mode with this letter, known or not.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `A`: satellites alone.
  public static var autonomous: PositioningMode {
    PositioningMode(rawValue: UInt8(ascii: "A"))
  }
  /// `D`: corrected by a reference station or an augmentation system.
  public static var differential: PositioningMode {
    PositioningMode(rawValue: UInt8(ascii: "D"))
  }
  /// `E`: dead reckoning.
  public static var estimated: PositioningMode {
    PositioningMode(rawValue: UInt8(ascii: "E"))
  }
  /// `F`: real-time kinematic, ambiguities floating.
  public static var rtkFloat: PositioningMode {
    PositioningMode(rawValue: UInt8(ascii: "F"))
  }
  /// `M`: typed in.
  public static var manual: PositioningMode {
    PositioningMode(rawValue: UInt8(ascii: "M"))
  }
  /// `N`: no position.
  public static var invalid: PositioningMode {
    PositioningMode(rawValue: UInt8(ascii: "N"))
  }
  /// `P`: the precise positioning service.
  public static var precise: PositioningMode {
    PositioningMode(rawValue: UInt8(ascii: "P"))
  }
  /// `R`: real-time kinematic, ambiguities fixed.
  public static var rtkFixed: PositioningMode {
    PositioningMode(rawValue: UInt8(ascii: "R"))
  }
  /// `S`: made up by a simulator.
  public static var simulated: PositioningMode {
    PositioningMode(rawValue: UInt8(ascii: "S"))
  }
}

/// Whether the data of a sentence are valid: the status of RMC, GLL and others.
public enum DataStatus: UInt8, Sendable {
  /// `A`: valid.
  case valid = 0x41
  /// `D`: valid, and corrected: sent by Unicore's UM960 with RTK, where others keep sending `A`.
  case differential = 0x44
  /// `V`: not to be used.
  case invalid = 0x56
}

/// Whether a fix is good enough for navigation: RMC field 13 since version 4.1.
public struct NavigationalStatus: RawRepresentable, Hashable, Sendable {
  /// The letter sent.
  public let rawValue: UInt8

  /// The status with this letter, known or not.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `S`: within the limits set for it.
  public static var safe: NavigationalStatus {
    NavigationalStatus(rawValue: UInt8(ascii: "S"))
  }
  /// `C`: integrity is not certain.
  public static var caution: NavigationalStatus {
    NavigationalStatus(rawValue: UInt8(ascii: "C"))
  }
  /// `U`: outside the limits.
  public static var unsafe: NavigationalStatus {
    NavigationalStatus(rawValue: UInt8(ascii: "U"))
  }
  /// `V`: the receiver does not provide a status, which says nothing about the fix.
  public static var notProvided: NavigationalStatus {
    NavigationalStatus(rawValue: UInt8(ascii: "V"))
  }
}

/// Whether the receiver may change between two and three dimensions by itself: GSA field 1.
public enum SelectionMode: UInt8, Sendable {
  /// `A`: it may.
  case automatic = 0x41
  /// `M`: it is set to one of them.
  case manual = 0x4D
}

/// A satellite system: the identifier that GSA, GBS, GRS and GNS carry since version 4.1.
public struct SystemID: RawRepresentable, Hashable, Sendable, Codable {
  /// The number sent.
  public let rawValue: UInt8

  /// The system with this number, known or not.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// GPS, including the satellites of augmentation systems.
  public static var gps: SystemID { SystemID(rawValue: 1) }
  /// GLONASS.
  public static var glonass: SystemID { SystemID(rawValue: 2) }
  /// Galileo.
  public static var galileo: SystemID { SystemID(rawValue: 3) }
  /// BeiDou.
  public static var beiDou: SystemID { SystemID(rawValue: 4) }
  /// QZSS.
  public static var qzss: SystemID { SystemID(rawValue: 5) }
  /// NavIC (IRNSS).
  public static var navIC: SystemID { SystemID(rawValue: 6) }
}

// MARK: - Coding as the letters that are sent

/// A code that is one ASCII letter on the wire and in JSON.
public protocol LetterCode: RawRepresentable<UInt8>, Codable {}

extension LetterCode {
  /// Reads the letter as a string of one character.
  public init(from decoder: any Decoder) throws {
    let letter = try packedText(from: decoder, count: 1)
    guard let code = Self(rawValue: UInt8(letter)) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "unknown code"))
    }
    self = code
  }

  /// Writes the letter as a string of one character.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(packedText(UInt64(rawValue)))
  }
}

extension FixMode: LetterCode {}
extension PositioningMode: LetterCode {}
extension DataStatus: LetterCode {}
extension NavigationalStatus: LetterCode {}
extension SelectionMode: LetterCode {}
