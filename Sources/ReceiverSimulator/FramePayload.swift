// Core Location for Linux. SPDX-License-Identifier: MIT

import UBX

/// The payload of a frame of UBX while it is filled in, from the first byte to the last.
struct FramePayload {
  private(set) var bytes: [UInt8] = []

  /// Appends an integer, its lowest byte first.
  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }

  /// Appends a measure as an integer, as close as its type allows.
  mutating func append<Number: FixedWidthInteger>(
    _ value: Double, per unit: Double, as type: Number.Type
  ) {
    let scaled = (value * unit).rounded()
    append(
      scaled <= Double(Number.min)
        ? Number.min : scaled >= Double(Number.max) ? Number.max : Number(scaled))
  }

  /// Appends bytes without a meaning here.
  mutating func skip(_ count: Int) { bytes += [UInt8](repeating: 0, count: count) }

  func frame(_ kind: FrameKind) -> [UInt8] { FrameCandidate.bytes(kind, bytes) }
}
