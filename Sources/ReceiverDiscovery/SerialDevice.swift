// Core Location for Linux. SPDX-License-Identifier: MIT

/// A serial port as the system knows it, whether or not anybody has opened it.
///
/// Texts are the device's own, which may hold anything: whoever prints them escapes them.
package struct SerialDevice: Hashable, Sendable {
  /// Its node, such as `/dev/ttyUSB0`: a name that the next device may get.
  package var node: String
  /// Its folder in sysfs, which no other device has at the same time.
  package var sysPath: String
  /// `tty` or `gnss`.
  package var subsystem: String
  /// USB numbers of the maker and the product; `nil` for what is not on USB.
  package var vendorID: UInt16?
  package var productID: UInt16?
  /// What it calls its maker, and itself.
  package var manufacturer: String?
  package var model: String?
  /// As the device tells it, worthless ones too.
  package var serialNumber: String?
  /// The kernel's driver for it, such as `cdc_acm`.
  package var driver: String?
  /// Which interface of a USB device it is; `nil` for what is not on USB.
  package var interfaceNumber: UInt8?
  /// Which port of an interface that has several, from 0; `nil` if the driver counts none.
  package var portNumber: UInt8?
  /// The socket it is in, by the way from the machine to it, as udev's `ID_PATH`.
  package var physicalPath: String?
  /// Other names of the node, sorted: `/dev/serial/by-id/…`, `/dev/gps0`.
  package var links: [String]
  /// Whether the kernel prints its messages there.
  package var isConsole: Bool
  /// Whether there is no hardware behind it: one of the 8250 driver's spare nodes.
  package var isEmptySlot: Bool
  /// Whether a udev rule says that a modem sends positions there (`ID_MM_PORT_TYPE_GPS`).
  package var isMarkedAsGPS: Bool

  package init(
    node: String, sysPath: String = "", subsystem: String = "tty", vendorID: UInt16? = nil,
    productID: UInt16? = nil, manufacturer: String? = nil, model: String? = nil,
    serialNumber: String? = nil, driver: String? = nil, interfaceNumber: UInt8? = nil,
    portNumber: UInt8? = nil, physicalPath: String? = nil, links: [String] = [],
    isConsole: Bool = false, isEmptySlot: Bool = false, isMarkedAsGPS: Bool = false
  ) {
    self.node = node
    self.sysPath = sysPath
    self.subsystem = subsystem
    self.vendorID = vendorID
    self.productID = productID
    self.manufacturer = manufacturer
    self.model = model
    self.serialNumber = serialNumber
    self.driver = driver
    self.interfaceNumber = interfaceNumber
    self.portNumber = portNumber
    self.physicalPath = physicalPath
    self.links = links
    self.isConsole = isConsole
    self.isEmptySlot = isEmptySlot
    self.isMarkedAsGPS = isMarkedAsGPS
  }

  /// Who it is, whatever its node.
  package var identity: DeviceIdentity { DeviceIdentity(of: self) }

  /// The node without its folder.
  package var name: String { String(node.split(separator: "/").last ?? "") }

  /// The numbers of maker and product as they are written, `1546:01a8`; `nil` for what is not on USB.
  package var usbNumber: String? {
    guard let vendorID, let productID else { return nil }
    return hexadecimal(vendorID, digits: 4) + ":" + hexadecimal(productID, digits: 4)
  }
}
