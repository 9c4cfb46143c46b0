// Core Location for Linux. SPDX-License-Identifier: MIT

/// The number of a device: of its driver, and of the device among those of the driver.
package struct DeviceNumber: Hashable, Sendable {
  package let major: UInt32
  package let minor: UInt32

  /// Splits the kernel's encoding of both in one number, as in `stat` and `/proc`.
  package init(_ number: UInt64) {
    major = UInt32(truncatingIfNeeded: number >> 8) & 0xFFF
    minor = UInt32(truncatingIfNeeded: number & 0xFF | number >> 12 & 0xFFF00)
  }

  /// Whether it is the number that the kernel gives the port's side of a pseudo-terminal.
  var isPseudoTerminal: Bool { (136...143).contains(major) }
}
