// Core Location for Linux. SPDX-License-Identifier: MIT

/// NAV-ATT: attitude of the vehicle.
///
///     iTOW version roll pitch heading accRoll accPitch accHeading
///     0    4       8    12    16      20      24       28
package struct NAVATT: NavigationMessage {
  package static let kind = FrameKind(0x01, 0x05)

  package var timeOfWeek: UInt32
  package var roll: Double
  package var pitch: Double
  /// Clockwise from true north.
  package var heading: Double
  /// Degrees; 0 if the heading is unknown.
  package var headingAccuracy: Double

  package init?(_ payload: RawSpan) {
    guard payload.byteCount >= 32 else { return nil }
    timeOfWeek = payload.integer(at: 0)
    roll = payload.decimal(Int32.self, at: 8, per: 1e5)
    pitch = payload.decimal(Int32.self, at: 12, per: 1e5)
    heading = payload.decimal(Int32.self, at: 16, per: 1e5)
    headingAccuracy = payload.decimal(UInt32.self, at: 28, per: 1e5)
  }
}

/// NAV-RELPOSNED: the position relative to a reference station, which may move with the vehicle.
///
///     version refStationId iTOW relPosN relPosE relPosD length heading accLength accHeading flags
///     0       2            4    8       12      16      20     24      48        52         60
package struct NAVRELPOSNED: NavigationMessage {
  package static let kind = FrameKind(0x01, 0x3C)

  package var timeOfWeek: UInt32
  /// Distance to the reference station.
  package var length: Double
  /// The direction from the reference station, clockwise from true north; `nil` unless `flags` call it valid (bits 0, 2
  /// and 8).
  package var heading: Double?
  /// Degrees.
  package var headingAccuracy: Double

  package init?(_ payload: RawSpan) {
    // Version 0 is shorter, and has no heading.
    guard payload.byteCount >= 64, payload.byte(at: 0) > 0 else { return nil }
    timeOfWeek = payload.integer(at: 4)
    length = payload.decimal(Int32.self, at: 20, per: 100)
    let flags = payload.integer(UInt32.self, at: 60)
    let valid: UInt32 = 1 << 0 | 1 << 2 | 1 << 8
    heading = flags & valid == valid ? payload.decimal(Int32.self, at: 24, per: 1e5) : nil
    headingAccuracy = payload.decimal(UInt32.self, at: 52, per: 1e5)
  }
}
