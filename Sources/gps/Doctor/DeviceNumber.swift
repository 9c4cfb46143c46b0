// Core Location for Linux. SPDX-License-Identifier: MIT

/// The number of a device.
struct DeviceNumber: Hashable {
  let major: UInt32
  let minor: UInt32

  /// From the kernel's way to write both in one number, as `stat` and `/proc` do.
  init(_ number: UInt64) {
    major = UInt32(truncatingIfNeeded: number >> 8) & 0xFFF
    minor = UInt32(truncatingIfNeeded: number & 0xFF | number >> 12 & 0xFFF00)
  }
}
