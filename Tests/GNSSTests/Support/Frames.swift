// Core Location for Linux. SPDX-License-Identifier: MIT

import UBX

/// A payload that a test fills in by offset, as data sheets list fields.
struct FramePayload {
  private(set) var bytes: [UInt8]

  init(_ count: Int) { bytes = Array(repeating: 0, count: count) }

  /// Returns the payload with a number at an offset, its lowest byte first.
  func with<Number: FixedWidthInteger>(_ number: Number, at offset: Int) -> FramePayload {
    var payload = self
    for index in 0..<Number.bitWidth / 8 {
      payload.bytes[offset + index] = UInt8(truncatingIfNeeded: number >> Number(8 * index))
    }
    return payload
  }

  /// Returns the frame with this payload.
  func frame(_ kind: FrameKind) -> [UInt8] { FrameCandidate.bytes(kind, bytes) }
}

/// Solutions of a receiver at 47.5° N 9.7° E on 15 June 2025 (a Sunday, the first day of a GPS week), after noon.
enum Solution {
  /// The time of the week, milliseconds: 18 leap seconds ahead of 12:00:00 plus the offset.
  static func timeOfWeek(_ milliseconds: Int) -> UInt32 { UInt32(43_218_000 + milliseconds) }

  /// Returns the payload of NAV-PVT, so many milliseconds after noon.
  static func pvt(_ milliseconds: Int = 0, isFixOK: Bool = true) -> FramePayload {
    FramePayload(92)
      .with(timeOfWeek(milliseconds), at: 0)
      .with(UInt16(2025), at: 4).with(UInt8(6), at: 6).with(UInt8(15), at: 7)
      .with(UInt8(12), at: 8).with(UInt8(milliseconds / 60_000), at: 9)
      .with(UInt8(milliseconds / 1000 % 60), at: 10).with(UInt8(0b111), at: 11)
      .with(Int32(milliseconds % 1000 * 1_000_000 - 384), at: 16)
      .with(UInt8(3), at: 20).with(UInt8(isFixOK ? 1 : 0), at: 21).with(UInt8(14), at: 23)
      .with(Int32(97_000_001), at: 24).with(Int32(475_000_001 + milliseconds), at: 28)
      .with(Int32(448_250), at: 32).with(Int32(401_125), at: 36)
      .with(UInt32(2_000), at: 40).with(UInt32(3_500), at: 44)
      .with(Int32(-250), at: 56).with(Int32(1_500), at: 60).with(Int32(9_012_345), at: 64)
      .with(UInt32(120), at: 68).with(UInt32(300_000), at: 72).with(UInt16(142), at: 76)
  }

  /// Returns NAV-EOE.
  static func end(_ milliseconds: Int = 0) -> [UInt8] {
    FramePayload(4).with(timeOfWeek(milliseconds), at: 0).frame(NAVEOE.kind)
  }
}
