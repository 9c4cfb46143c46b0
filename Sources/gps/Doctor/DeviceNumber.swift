// Core Location for Linux. SPDX-License-Identifier: MIT

struct DeviceNumber: Hashable {
  let major: UInt32
  let minor: UInt32

  /// Splits the kernel's encoding of both in one number, as in `stat` and `/proc`.
  init(_ number: UInt64) {
    major = UInt32(truncatingIfNeeded: number >> 8) & 0xFFF
    minor = UInt32(truncatingIfNeeded: number & 0xFF | number >> 12 & 0xFFF00)
  }
}
