// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// A serial port that the system knows, whether or not it has been opened.
///
/// Its texts are the device's own and may contain anything; they have to be escaped for output.
package struct SerialDevice: Hashable, Sendable {
  /// Its node, such as `/dev/ttyUSB0`: a name that another device may get later.
  package var node: String
  /// Its folder in sysfs, which is unique among the devices present at any time.
  package var sysPath = ""
  /// `tty` or `gnss`.
  package var subsystem = "tty"
  /// The USB numbers of vendor and product; `nil` if it is not on USB.
  package var vendorID: UInt16?
  package var productID: UInt16?
  /// Its own names for its manufacturer and itself.
  package var manufacturer: String?
  package var model: String?
  /// Its serial number as the device reports it, even if it is not usable.
  package var serialNumber: String?
  /// The kernel's driver for it, such as `cdc_acm`.
  package var driver: String?
  /// Its interface of a USB device; `nil` if it is not on USB.
  package var interfaceNumber: UInt8?
  /// Its port of an interface that has several, from 0; `nil` if the driver does not number them.
  package var portNumber: UInt8?
  /// The socket that it is plugged into, as a path from the machine, like udev's `ID_PATH`.
  package var physicalPath: String?
  /// Other names of the node, sorted: `/dev/serial/by-id/…`, `/dev/gps0`.
  package var links: [String] = []
  /// Whether the kernel prints its messages there.
  package var isConsole = false
  /// Whether there is no hardware behind it: one of the 8250 driver's spare nodes.
  package var isEmptySlot = false
  /// Whether a udev rule says that a modem sends positions there (`ID_MM_PORT_TYPE_GPS`).
  package var isMarkedAsGPS = false

  /// Its identity, whatever its node.
  package var identity: DeviceIdentity { DeviceIdentity(of: self) }

  /// The node without its folder.
  package var name: String { String(node.split(separator: "/").last ?? "") }

  /// The USB numbers of vendor and product in their usual form, `1546:01a8`; `nil` if it is not on USB.
  package var usbNumber: String? {
    guard let vendorID, let productID else { return nil }
    return hexadecimal(vendorID, digits: 4) + ":" + hexadecimal(productID, digits: 4)
  }
}
