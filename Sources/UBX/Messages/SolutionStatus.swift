// Core Location for Linux. SPDX-License-Identifier: MIT

/// What was solved for: fixType of NAV-PVT, gpsFix of NAV-SOL and NAV-STATUS.
///
/// It says nothing about whether the solution is good enough to be used; ``SolutionFlags/isFixOK`` does.
package struct SolutionKind: RawRepresentable, Hashable, Sendable, Encodable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Nothing.
  package static let none = Self(rawValue: 0)
  /// The position, from sensors alone.
  package static let deadReckoning = Self(rawValue: 1)
  /// Latitude and longitude.
  package static let twoDimensional = Self(rawValue: 2)
  /// Altitude too.
  package static let threeDimensional = Self(rawValue: 3)
  /// The same, from satellites and sensors.
  package static let combined = Self(rawValue: 4)
  /// The time; the position is the one that was entered or surveyed.
  package static let timeOnly = Self(rawValue: 5)

  /// Whether a position was solved for: not with the time alone, for which the position is an assumption.
  package var hasPosition: Bool { (1...4).contains(rawValue) }
}

/// The state of the carrier phase ambiguities.
package enum CarrierSolution: UInt8, Sendable, Encodable {
  case none
  case float
  case fixed

  /// Reads the two bits of a field from a bit on; an unknown value is none.
  init(_ flags: UInt8, from bit: UInt8) { self = Self(rawValue: flags >> bit & 3) ?? .none }
}
