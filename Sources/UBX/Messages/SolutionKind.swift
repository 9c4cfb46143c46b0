// Core Location for Linux. SPDX-License-Identifier: MIT

/// What was solved for: fixType of NAV-PVT, gpsFix of NAV-SOL and NAV-STATUS.
///
/// It says nothing about whether the solution is good enough to be used; ``NAVPVT/isFixOK`` does.
public struct SolutionKind: RawRepresentable, Hashable, Sendable, Encodable {
  /// The value as it is sent.
  public let rawValue: UInt8

  /// Creates the value that is sent as this number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Nothing.
  public static let none = Self(rawValue: 0)
  /// The position, from sensors alone.
  public static let deadReckoning = Self(rawValue: 1)
  /// Latitude and longitude.
  public static let twoDimensional = Self(rawValue: 2)
  /// Altitude too.
  public static let threeDimensional = Self(rawValue: 3)
  /// The same, from satellites and sensors.
  public static let combined = Self(rawValue: 4)
  /// The time; the position is the one that was entered or surveyed.
  public static let timeOnly = Self(rawValue: 5)

  /// Whether a position was solved for: not with the time alone, for which the position is an assumption.
  public var hasPosition: Bool { (1...4).contains(rawValue) }
}

/// The state of the carrier phase ambiguities.
public enum CarrierSolution: UInt8, Sendable, Encodable {
  /// They are not used.
  case none
  /// They are estimated as real numbers.
  case float
  /// They are solved as whole numbers.
  case fixed

  /// Reads the two bits of a field from a bit on; an unknown value is none.
  init(_ flags: UInt8, from bit: UInt8) { self = Self(rawValue: flags >> bit & 3) ?? .none }
}
