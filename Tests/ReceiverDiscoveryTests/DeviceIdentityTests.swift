// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import ReceiverDiscovery

@Suite struct DeviceIdentityTests {
  /// Returns a USB device about which nothing else is known.
  private static func usb(
    serial: String? = nil, path: String? = "pci-0000:00:14.0-usb-0:2:1.0", interface: UInt8? = 0,
    port: UInt8? = nil, node: String = "/dev/ttyUSB0"
  ) -> SerialDevice {
    SerialDevice(
      node: node, vendorID: 0x0403, productID: 0x6A, serialNumber: serial,
      interfaceNumber: interface, portNumber: port, physicalPath: path)
  }

  @Test(
    arguments: [
      ("a serial number", usb(serial: "FT9XYZ12"), "usb:0403:006a:FT9XYZ12"),
      ("the third interface", usb(serial: "FT9", interface: 2), "usb:0403:006a:FT9:if02"),
      ("the eleventh", usb(serial: "FT9", interface: 10), "usb:0403:006a:FT9:if0a"),
      ("several ports an interface", usb(serial: "FT9", port: 3), "usb:0403:006a:FT9:port3"),
      (
        "several of both", usb(serial: "FT9", interface: 1, port: 1), "usb:0403:006a:FT9:if01:port1"
      ),
      ("no number of the interface", usb(serial: "FT9", interface: nil), "usb:0403:006a:FT9"),
      ("no serial number", usb(), "usb:0403:006a@pci-0000:00:14.0-usb-0:2:1.0"),
      ("that of all", usb(serial: "0001"), "usb:0403:006a@pci-0000:00:14.0-usb-0:2:1.0"),
      ("a port in a socket", usb(port: 1), "usb:0403:006a@pci-0000:00:14.0-usb-0:2:1.0:port1"),
      ("neither", usb(path: nil), "tty:/dev/ttyUSB0"),
      ("letters that are no letters", usb(serial: "a:b/ü\n"), "usb:0403:006a:a%3ab%2f%c3%bc%0a"),
      ("one that plays an interface", usb(serial: "FT9:if02"), "usb:0403:006a:FT9%3aif02"),
      ("on the board", SerialDevice(node: "/dev/ttyAMA0"), "tty:/dev/ttyAMA0"),
      (
        "a receiver of the kernel", SerialDevice(node: "/dev/gnss0", subsystem: "gnss"),
        "gnss:/dev/gnss0"
      ),
    ] as [(name: String, device: SerialDevice, identity: String)])
  func tellsWhoItIs(name: String, device: SerialDevice, identity: String) {
    #expect(device.identity.rawValue == identity)
  }

  @Test func staysWhenTheNodeChanges() {
    for serial in ["FT9XYZ12", nil] {
      let other = Self.usb(serial: serial, node: "/dev/x")
      #expect(Self.usb(serial: serial).identity == other.identity)
    }
  }

  @Test func tellsTwoAlikeApartBySocket() {
    #expect(
      Self.usb(path: "pci-0000:00:14.0-usb-0:1:1.0").identity
        < Self.usb(path: "pci-0000:00:14.0-usb-0:2:1.0").identity)
  }

  @Test(
    arguments: [
      ("empty", ""), ("blank", "  "), ("CP210x as they leave the factory", "0001"),
      ("the same, longer", "00000001"), ("zeros", "00000000"), ("zero", "0"), ("one", "1"),
      ("ones", "FFFFFFFF"), ("counted", "12345678"), ("counted on", "0123456789ABCDEF"),
      ("counted on", "1234567890"), ("lower case", "0123456789abcdef"), ("words", "None"),
      ("words", "N/A"), ("words", "Serial Number"), ("counterfeits", "A50285BI"),
      ("punctuation", "--.--"),
    ])
  func believesNoSerialNumberOfAll(name: String, serial: String) {
    #expect(!isOwnSerialNumber(serial))
  }

  @Test(
    arguments: [
      ("FTDI's", "FT9XYZ12"), ("one that somebody has set", "0002"), ("short", "42"),
      ("one letter", "A"), ("u-blox's", "D30A2C41"), ("long", "9573535373535141F0C1"),
      ("partly counted", "12345679"), ("hexadecimal", "00000000000000000000000000000a"),
    ])
  func believesOthers(name: String, serial: String) {
    #expect(isOwnSerialNumber(serial))
  }
}
