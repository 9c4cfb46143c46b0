// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc
import LinuxSystem

/// The kernel's class of a character device, such as `tty`, `gnss` or `mem`.
package struct DeviceClass: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// Looks up a device by its number, as in `stat`.
  ///
  /// `nil` if the kernel does not tell: for pseudo-terminals, and without sysfs.
  package init?(of number: dev_t, sysfs: String = "/sys") {
    let number = DeviceNumber(UInt64(number))
    let place = "\(sysfs)/dev/char/\(number.major):\(number.minor)/subsystem"
    guard let target = linkTarget(of: place) else { return nil }
    rawValue = String(
      decoding: target.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
  }

  /// Whether devices of this class may send what a receiver sends.
  ///
  /// Only classes that certainly do not are excluded: memory, which includes `/dev/null` and `/dev/zero`; input
  /// devices, displays, cameras and sound; clocks; and USB as a bus. Drivers of modems define classes of their own.
  package var maySendBytes: Bool {
    ![
      "mem", "input", "hidraw", "graphics", "drm", "video4linux", "sound", "rtc", "ptp", "pps",
      "usb",
    ].contains(rawValue)
  }

  /// Whether there may be a receiver at a path, according to its `stat`: a pipe, or a device whose class is not
  /// excluded.
  package static func maySendBytes(_ status: stat, sysfs: String = "/sys") -> Bool {
    switch status.kind {
    case S_IFIFO: true
    case S_IFCHR: DeviceClass(of: status.st_rdev, sysfs: sysfs)?.maySendBytes ?? true
    default: false
    }
  }
}

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
