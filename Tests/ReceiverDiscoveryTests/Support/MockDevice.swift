// Core Location for Linux. SPDX-License-Identifier: MIT

/// A USB device with one of its serial ports, described for umockdev.
struct MockDevice {
  /// The name of its node.
  var name: String
  /// The socket it is plugged into: `2`, or `4.1` behind a hub.
  var socket: String
  var vendor: String
  var product: String
  var serial: String?
  var manufacturer: String?
  var model: String?
  var driver = "cdc_acm"
  var interface: UInt8 = 0
  var links: [String] = []
  /// Whether udev has reported the path to its socket.
  var hasPath = true

  static let hub = "/sys/devices/pci0000:00/0000:00:14.0/usb1"

  var node: String { "/dev/" + name }
  var usbPath: String { "\(Self.hub)/1-\(socket)" }
  var interfacePath: String { "\(usbPath)/1-\(socket):1.\(interface)" }
  var isConverter: Bool { name.hasPrefix("ttyUSB") }
  /// The path in `/sys`; converters have a device of the usb-serial bus in between.
  var sysPath: String { "\(interfacePath)/\(isConverter ? name + "/" : "")tty/\(name)" }
  var path: String { "pci-0000:00:14.0-usb-0:\(socket):1.\(interface)" }

  /// One of the devices that the kernel creates for it.
  struct Part {
    let path: String
    /// The description in umockdev's format.
    let description: String

    init(_ path: String, _ lines: [String]) {
      self.path = path
      description =
        (["P: " + path.dropFirst("/sys".count)] + lines).joined(separator: "\n") + "\n\n"
    }
  }

  /// Its parts, from the outermost to the innermost.
  var parts: [Part] {
    var texts = ["idVendor=\(vendor)", "idProduct=\(product)"]
    if let serial { texts.append("serial=\(serial)") }
    if let manufacturer { texts.append("manufacturer=\(manufacturer)") }
    if let model { texts.append("product=\(model)") }
    var parts = [
      Part(usbPath, ["E: SUBSYSTEM=usb", "E: DEVTYPE=usb_device"] + texts.map { "A: " + $0 }),
      Part(
        interfacePath,
        [
          "E: SUBSYSTEM=usb", "E: DEVTYPE=usb_interface", "A: bInterfaceNumber=0\(interface)",
          "L: driver=../../bus/usb/drivers/\(driver)",
        ]),
    ]
    if isConverter {
      parts.append(
        Part(
          "\(interfacePath)/\(name)",
          [
            "E: SUBSYSTEM=usb-serial", "A: port_number=0",
            "L: driver=../../bus/usb-serial/drivers/\(driver)",
          ]))
    }
    var facts = ["SUBSYSTEM=tty", "DEVNAME=\(node)"]
    if hasPath { facts.append("ID_PATH=\(path)") }
    if !links.isEmpty { facts.append("DEVLINKS=\(links.joined(separator: " "))") }
    return parts + [Part(sysPath, ["N: \(name)"] + facts.map { "E: " + $0 })]
  }
}

extension MockDevice {
  static func ublox(_ name: String = "ttyACM0", socket: String = "1") -> MockDevice {
    MockDevice(
      name: name, socket: socket, vendor: "1546", product: "01a8", serial: "D30A2C41",
      manufacturer: "u-blox AG - www.u-blox.com", model: "u-blox GNSS receiver",
      links: ["/dev/serial/by-id/usb-u-blox_GNSS_receiver_D30A2C41-if00", "/dev/gps0"])
  }

  /// Returns one of many devices that look the same.
  static func prolific(_ name: String, socket: String) -> MockDevice {
    MockDevice(
      name: name, socket: socket, vendor: "067b", product: "2303",
      manufacturer: "Prolific Technology Inc.", model: "USB-Serial Controller", driver: "pl2303")
  }

  static func ftdi(_ name: String, socket: String = "3") -> MockDevice {
    MockDevice(
      name: name, socket: socket, vendor: "0403", product: "6001", serial: "FT9XYZ12",
      manufacturer: "FTDI", model: "FT232R USB UART", driver: "ftdi_sio")
  }

  static func arduino(_ name: String, socket: String = "4.1") -> MockDevice {
    MockDevice(
      name: name, socket: socket, vendor: "2341", product: "0043", serial: "9573535373535",
      manufacturer: "Arduino (www.arduino.cc)")
  }

  /// Returns one of the ports of a modem.
  static func quectel(_ name: String, interface: UInt8, socket: String = "5") -> MockDevice {
    MockDevice(
      name: name, socket: socket, vendor: "2c7c", product: "0125", manufacturer: "Quectel",
      model: "EC25-E", driver: "option", interface: interface)
  }
}
