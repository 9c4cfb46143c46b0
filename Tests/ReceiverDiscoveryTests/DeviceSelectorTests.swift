// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import ReceiverDiscovery

@Suite struct DeviceSelectorTests {
  private static let ublox = SerialDevice(
    node: "/dev/ttyACM0", vendorID: 0x1546, productID: 0x01A8, serialNumber: "D3:0a",
    interfaceNumber: 0, physicalPath: "pci-0000:00:14.0-usb-0:2:1.0",
    links: ["/dev/gps0", "/dev/serial/by-id/usb-u-blox-if00"])
  private static let second = SerialDevice(
    node: "/dev/ttyUSB1", vendorID: 0x1546, productID: 0x01A8, serialNumber: "X9",
    interfaceNumber: 2)
  private static let plain = SerialDevice(
    node: "/dev/ttyACM1", vendorID: 0x1546, productID: 0x01A8,
    physicalPath: "pci-0000:00:14.0-usb-0:3:1.0")

  @Test(
    arguments: [
      ("its node", "/dev/ttyACM0", ublox, true),
      ("another node", "/dev/ttyACM1", ublox, false),
      ("a link to it", "/dev/gps0", ublox, true),
      ("a link by its name", "/dev/serial/by-id/usb-u-blox-if00", ublox, true),
      ("numbers", "usb:1546:01a8", ublox, true),
      ("upper case", "USB:1546:01A8", ublox, true),
      ("without the zero", "usb:1546:1a8", ublox, true),
      ("another product", "usb:1546:01a7", ublox, false),
      ("another maker", "usb:1547:01a8", ublox, false),
      ("a serial number", "usb:1546:01a8:D3:0a", ublox, true),
      ("a serial number is exact", "usb:1546:01a8:d3:0A", ublox, false),
      ("not a part of it", "usb:1546:01a8:D3", ublox, false),
      ("its identity", "usb:1546:01A8:D3%3a0a", ublox, true),
      ("numbers of what has none", "usb:1546:01a8", SerialDevice(node: "/dev/ttyS0"), false),
      ("a serial number, any interface", "usb:1546:01a8:X9", second, true),
      ("an identity with an interface", "usb:1546:01a8:X9:if02", second, true),
      ("another interface", "usb:1546:01a8:X9:if01", second, false),
      ("a socket", "usb:1546:01a8@pci-0000:00:14.0-usb-0:3:1.0", plain, true),
      ("another socket", "usb:1546:01a8@pci-0000:00:14.0-usb-0:2:1.0", plain, false),
      (
        "the identity of a port on the board", "tty:/dev/ttyS0", SerialDevice(node: "/dev/ttyS0"),
        true
      ),
    ] as [(name: String, text: String, device: SerialDevice, matches: Bool)])
  func chooses(name: String, text: String, device: SerialDevice, matches: Bool) throws {
    let selector = try DeviceSelector(text)
    #expect(selector.matches(device) == matches)
    #expect(selector.description == text)
  }

  /// A link is resolved whenever it is needed.
  @Test func followsLinksOfOnesOwn() throws {
    let scratch = try ScratchFolder()
    let link = scratch.path + "/receiver"
    let selector = try DeviceSelector(link)
    let device = SerialDevice(node: "/dev/null")
    #expect(!selector.matches(device))
    #expect(symlink("/dev/null", link) == 0)
    #expect(selector.matches(device))
    #expect(!selector.matches(SerialDevice(node: "/dev/zero")))
    #expect(selector.path == link)
  }

  @Test(
    arguments: [
      ("nothing", "", .empty, "nothing was given"),
      ("no path", "ttyUSB0", .unknownForm, "write /dev/ttyUSB0"),
      ("another scheme", "bt:1546", .unknownForm, "neither a path such as /dev/ttyUSB0 nor"),
      ("a path that is none", "dev/ttyUSB0", .unknownForm, "neither a path"),
      ("no numbers", "usb:", .badNumbers, "usb: is followed by two numbers"),
      ("one number", "usb:1546", .badNumbers, "two numbers"),
      ("half of the second", "usb:1546:", .badNumbers, "two numbers"),
      ("no digits", "usb:154g:01a8", .badNumbers, "two numbers"),
      ("too many digits", "usb:01546:01a8", .badNumbers, "two numbers"),
      ("a sign", "usb:+546:01a8", .badNumbers, "two numbers"),
      ("an empty serial number", "usb:1546:01a8:", .badNumbers, "two numbers"),
      ("digits of another script", "usb:١٥٤٦:01a8", .badNumbers, "two numbers"),
    ] as [(name: String, text: String, cause: DeviceSelectorError.Cause, words: String)])
  func refuses(
    name: String, text: String, cause: DeviceSelectorError.Cause, words: String
  ) throws {
    let error = #expect(throws: DeviceSelectorError.self) { try DeviceSelector(text) }
    #expect(error?.cause == cause)
    let description = try #require(error?.description)
    #expect(description.contains(words))
    #expect(description.hasPrefix("cannot choose") && !description.contains("\n"))
    #expect(!description.contains("  "))
  }
}
