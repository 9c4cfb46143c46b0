// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Converts libudev's information about a device into a value. Facts about the device itself come from sysfs, which is
// available before udev's rules have run, and without udev.

import Glibc

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
