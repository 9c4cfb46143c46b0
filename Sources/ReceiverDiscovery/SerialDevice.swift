// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
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

extension SerialDevice {
  /// Copies what is known about a device; `nil` if it is not a port that could have a receiver, or has no node.
  init?(_ record: UdevRecord, consoles: Set<String>, links: DeviceLinks) {
    guard let sysPath = record.sysPath, let node = record.node, let name = record.name,
      let subsystem = record.subsystem, UdevRecord.subsystems.contains(subsystem),
      !Self.isNoise(name, sysPath), access(node, F_OK) == 0
    else { return nil }
    self.init(node: node, sysPath: sysPath, subsystem: subsystem)
    driver = Self.driver(of: record)
    physicalPath = record.property("ID_PATH")
    if let device = record.ancestor("usb", "usb_device") { readUSB(device, of: record) }
    manufacturer = manufacturer ?? record.property("ID_VENDOR")
    model = model ?? record.property("ID_MODEL")
    serialNumber = serialNumber ?? record.property("ID_SERIAL_SHORT")
    isConsole = record.attribute("console") == "Y" || consoles.contains(name)
    isEmptySlot = name.hasPrefix("ttyS") && driver == "serial8250" && !Self.hasHardware(record)
    isMarkedAsGPS = record.property("ID_MM_PORT_TYPE_GPS") == "1"
    self.links =
      record.property("DEVLINKS")?.split(separator: " ").map(String.init).sorted() ?? links.of(node)
  }

  private mutating func readUSB(_ device: UdevRecord, of record: UdevRecord) {
    vendorID = device.attribute("idVendor").flatMap { UInt16($0, radix: 16) }
    productID = device.attribute("idProduct").flatMap { UInt16($0, radix: 16) }
    manufacturer = device.attribute("manufacturer")
    model = device.attribute("product")
    serialNumber = device.attribute("serial")
    portNumber = record.ancestor("usb-serial")?.attribute("port_number").flatMap { UInt8($0) }
    guard let interface = record.ancestor("usb", "usb_interface") else { return }
    interfaceNumber = interface.attribute("bInterfaceNumber").flatMap { UInt8($0, radix: 16) }
    driver = interface.driver ?? driver
    physicalPath = physicalPath ?? Self.path(of: interface)
  }

  /// Whether it is one of the many virtual consoles and pseudo-terminals of every machine.
  private static func isNoise(_ name: String, _ sysPath: String) -> Bool {
    guard sysPath.contains("/devices/virtual/") else { return false }
    // Except for Bluetooth, and for ports that connect programs as if by a cable.
    return !["rfcomm", "tnt", "ttyGS", "ttyVIRT"].contains { name.hasPrefix($0) }
  }

  /// Returns the driver of the device that a port belongs to.
  ///
  /// Since Linux 6.5 there are devices of the serial core in between, whose drivers do nothing.
  private static func driver(of record: UdevRecord) -> String? {
    var ancestor = record.parent
    while let current = ancestor {
      if let driver = current.driver, current.subsystem != "serial-base" { return driver }
      ancestor = current.parent
    }
    return nil
  }

  /// Whether a port of the 8250 driver has a chip: the driver knows its type or its address.
  private static func hasHardware(_ record: UdevRecord) -> Bool {
    if let type = record.attribute("type") { return type != "0" }
    return ["port", "iomem_base"].contains { name in
      let digits = record.attribute(name)?.drop { $0 == "0" || $0 == "x" || $0 == "X" } ?? ""
      return !digits.isEmpty
    }
  }

  /// Returns the path to an interface in the format of udev's `path_id`, where udev does not provide it.
  private static func path(of interface: UdevRecord) -> String? {
    // 1-4.2:1.0 is the first interface behind sockets 4 and 2.
    guard let name = interface.name, let dash = name.firstIndex(of: "-") else { return nil }
    var path = "usb-0:" + name[name.index(after: dash)...]
    var ancestor = interface.parent
    var last = "usb"
    while let current = ancestor {
      // Of consecutive bridges, the one closest to the device is used.
      if let subsystem = current.subsystem, subsystem != last, let name = current.name,
        subsystem == "pci" || subsystem == "platform"
      {
        path = "\(subsystem)-\(name)-" + path
        last = subsystem
      }
      ancestor = current.parent
    }
    return path
  }
}

/// Determines which links lead to which device, where udev does not tell.
struct DeviceLinks {
  private let links: [dev_t: [String]]

  /// Reads the links in these folders; takes less than a millisecond.
  init(in folders: [String] = ["/dev/serial/by-id", "/dev/serial/by-path", "/dev"]) {
    var links: [dev_t: [String]] = [:]
    for folder in folders {
      for path in Folder.names(in: folder).map({ "\(folder)/\($0)" }) {
        guard stat(ofLink: path)?.kind == S_IFLNK, let number = deviceNumber(of: path) else {
          continue
        }
        links[number, default: []].append(path)
      }
    }
    self.links = links
  }

  /// Returns the links that lead to a node, sorted.
  func of(_ node: String) -> [String] {
    guard let number = deviceNumber(of: node) else { return [] }
    return (links[number] ?? []).filter { $0 != node }.sorted()
  }
}

/// Returns the number of the character device that a path leads to; `nil` if it leads to none.
func deviceNumber(of path: String) -> dev_t? {
  guard let status = stat(of: path), status.kind == S_IFCHR, status.st_rdev != 0 else {
    return nil
  }
  return status.st_rdev
}
