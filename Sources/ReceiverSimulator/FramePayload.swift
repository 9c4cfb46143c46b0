// Core Location for Linux. SPDX-License-Identifier: MIT

import UBX

/// The payload of a frame of UBX while it is filled in, from the first byte to the last.
struct FramePayload {
  private(set) var bytes: [UInt8] = []

  init<each Number: FixedWidthInteger>(_ numbers: repeat each Number) {
    append(repeat each numbers)
  }

  /// Appends integers, the lowest byte of each first.
  mutating func append<each Number: FixedWidthInteger>(_ numbers: repeat each Number) {
    for number in repeat each numbers {
      for shift in stride(from: 0, to: number.bitWidth, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
  }

  /// Appends bytes without a meaning here.
  mutating func skip(_ count: Int) { bytes += [UInt8](repeating: 0, count: count) }

  func frame(_ kind: FrameKind) -> [UInt8] { FrameCandidate.bytes(kind, bytes) }
}

extension FixedWidthInteger {
  /// The integer closest to a measure.
  init(closestTo value: Double) {
    let value = value.rounded()
    self = value <= Double(Self.min) ? .min : value >= Double(Self.max) ? .max : Self(value)
  }
}
