// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The one-character codes that marine instruments add to those of receivers.

/// The north from which a direction is measured.
public enum DirectionReference: UInt8, LetterCode, Sendable {
  /// `T`: true north.
  case trueNorth = 0x54
  /// `M`: magnetic north.
  case magneticNorth = 0x4D
}

/// The kind of wind: MWV field 2.
public enum WindReference: UInt8, LetterCode, Sendable {
  /// `R`: as felt on board.
  case apparent = 0x52
  /// `T`: without the part that the vessel's own speed adds.
  case theoretical = 0x54
}

/// The unit of a speed: MWV field 4.
public enum SpeedUnit: UInt8, LetterCode, Sendable {
  /// `K`.
  case kilometersPerHour = 0x4B
  /// `M`.
  case metersPerSecond = 0x4D
  /// `N`.
  case knots = 0x4E
  /// `S`.
  case milesPerHour = 0x53
}
