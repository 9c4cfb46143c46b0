// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import ReceiverDiscovery

@Suite struct ReceiverCatalogTests {
  private static func usb(
    _ vendor: UInt16, _ product: UInt16, _ model: String? = nil, maker: String? = nil,
    interface: UInt8? = 0
  ) -> SerialDevice {
    SerialDevice(
      node: "/dev/ttyUSB0", vendorID: vendor, productID: product, manufacturer: maker, model: model,
      interfaceNumber: interface)
  }

  @Test(
    arguments: [
      ("u-blox 7", usb(0x1546, 0x01A7), .certain, "u-blox 7"),
      ("u-blox 8", usb(0x1546, 0x01A8), .certain, "u-blox 8"),
      ("u-blox 9", usb(0x1546, 0x01A9), .certain, "u-blox 9"),
      ("u-blox, with ports of its own", usb(0x1546, 0x0502), .certain, "u-blox receiver"),
      ("a newer one", usb(0x1546, 0x01AB), .likely, "u-blox device"),
      ("a modem of u-blox", usb(0x1546, 0x1102), .notAReceiver, "u-blox modem"),
      (
        "the same, whatever it says", usb(0x1546, 0x1143, maker: "u-blox"), .notAReceiver,
        "u-blox modem"
      ),
      ("MediaTek's", usb(0x0E8D, 0x3329), .certain, "MediaTek receiver"),
      ("another of MediaTek's", usb(0x0E8D, 0x2000), .possible, "MediaTek device"),
      ("Earthmate", usb(0x1163, 0x0100), .certain, "DeLorme Earthmate"),
      ("NovAtel", usb(0x09D7, 0x0100), .certain, "NovAtel receiver"),
      ("Garmin's own protocol", usb(0x091E, 0x0003), .notAReceiver, "Garmin receiver"),
      ("Garmin otherwise", usb(0x091E, 0x0004), .likely, "Garmin device"),
      ("PL2303", usb(0x067B, 0x2303), .likely, "Prolific PL2303 adapter"),
      ("PL2303GC", usb(0x067B, 0x23A3), .likely, "Prolific PL2303 adapter"),
      ("CP210x", usb(0x10C4, 0xEA60), .possible, "Silicon Labs CP210x adapter"),
      ("CH340", usb(0x1A86, 0x7523), .possible, "WCH CH34x adapter"),
      ("CH9102", usb(0x1A86, 0x55D4), .possible, "WCH CH34x adapter"),
      ("FT232R", usb(0x0403, 0x6001), .possible, "FTDI adapter"),
      ("FT-X", usb(0x0403, 0x6015), .possible, "FTDI adapter"),
      (
        "an adapter that says so", usb(0x0403, 0x6015, "SparkFun GNSS"), .likely, "SparkFun GNSS"
      ),
      ("a maker that says so", usb(0x10C4, 0xEA60, maker: "GPS Inc."), .likely, "GPS Inc."),
      ("unknown, but says so", usb(0x1234, 0x5678, "Cheap GpS mouse"), .likely, "Cheap GpS mouse"),
      ("unknown", usb(0x1234, 0x5678, "Widget"), .possible, "Widget"),
      ("unknown and silent", usb(0x1234, 0x5678), .possible, "USB serial device"),
      ("Arduino", usb(0x2341, 0x0043), .notAReceiver, "Arduino board"),
      ("its other number", usb(0x2A03, 0x0043), .notAReceiver, "Arduino board"),
      ("Teensy", usb(0x16C0, 0x0483), .notAReceiver, "Teensy board"),
      ("Pico", usb(0x2E8A, 0x0005), .notAReceiver, "Raspberry Pi Pico"),
      ("Adafruit", usb(0x239A, 0x8022), .notAReceiver, "Adafruit board"),
      ("a board made a receiver", usb(0x239A, 0x8022, "My GPS"), .likely, "My GPS"),
      ("a 3D printer", usb(0x2C99, 0x0002), .notAReceiver, "Prusa printer"),
      ("a serial port of STM", usb(0x0483, 0x5740), .possible, "STMicroelectronics serial port"),
      ("ST-Link", usb(0x0483, 0x374B), .notAReceiver, "STMicroelectronics debug probe"),
    ] as [(name: String, device: SerialDevice, likelihood: ReceiverLikelihood, title: String)])
  func knowsUSBDevices(
    name: String, device: SerialDevice, likelihood: ReceiverLikelihood, title: String
  ) {
    let assessment = ReceiverCatalog.assess(device)
    #expect(assessment.likelihood == likelihood)
    #expect(assessment.name == title)
    #expect(!assessment.reason.isEmpty)
  }

  @Test(
    arguments: [
      ("Quectel EC25", 0x2C7C, 0x0125, 1), ("Quectel RM500", 0x2C7C, 0x0800, 1),
      ("SIM7600", 0x1E0E, 0x9001, 1), ("Telit HE910", 0x1BC7, 0x0021, 6),
      ("Telit LE910C1", 0x1BC7, 0x1201, 3), ("Sierra MC7455", 0x1199, 0x9071, 2),
      ("Sierra HL7812", 0x1199, 0xC001, 4), ("Quectel EC20", 0x05C6, 0x9215, 1),
    ] as [(name: String, vendor: UInt16, product: UInt16, interface: UInt8)])
  func opensOneInterfaceOfAModem(
    name: String, vendor: UInt16, product: UInt16, interface: UInt8
  ) {
    for number in 0..<8 as Range<UInt8> {
      let device = Self.usb(vendor, product, "GNSS modem", interface: number)
      #expect(
        ReceiverCatalog.assess(device).likelihood
          == (number == interface ? .likely : .notAReceiver), "interface \(number)")
    }
    let unknown = Self.usb(vendor, product, interface: nil)
    #expect(ReceiverCatalog.assess(unknown).likelihood == .notAReceiver)
  }

  @Test(
    arguments: [
      ("a kind that is not known", 0x2C7C, 0x6002), ("SIM A7600, which hides it", 0x1E0E, 0x9011),
      ("Huawei", 0x12D1, 0x1506), ("ZTE", 0x19D2, 0x0117),
    ] as [(name: String, vendor: UInt16, product: UInt16)])
  func opensNoInterfaceOfOthers(name: String, vendor: UInt16, product: UInt16) {
    for number in 0..<8 as Range<UInt8> {
      let device = Self.usb(vendor, product, interface: number)
      #expect(ReceiverCatalog.assess(device).likelihood == .notAReceiver)
    }
  }

  @Test func believesTheMarkOfAModemsPort() {
    var port = Self.usb(0x12D1, 0x1506, "HUAWEI Mobile", interface: 4)
    port.isMarkedAsGPS = true
    #expect(ReceiverCatalog.assess(port).likelihood == .likely)
    #expect(ReceiverCatalog.assess(port).name == "HUAWEI Mobile")
  }

  @Test(
    arguments: [
      ("a receiver of the kernel", SerialDevice(node: "/dev/gnss0", subsystem: "gnss"), .certain),
      ("a Raspberry Pi's", SerialDevice(node: "/dev/ttyAMA0"), .possible),
      ("i.MX", SerialDevice(node: "/dev/ttymxc2"), .possible),
      ("what serial0 is", SerialDevice(node: "/dev/ttyS0", links: ["/dev/serial0"]), .possible),
      ("a PC's", SerialDevice(node: "/dev/ttyS0", driver: "serial8250"), .possible),
      ("a spare node", SerialDevice(node: "/dev/ttyS9", isEmptySlot: true), .notAReceiver),
      ("the console", SerialDevice(node: "/dev/ttyS0", isConsole: true), .notAReceiver),
      (
        "the console, though serial0",
        SerialDevice(node: "/dev/ttyAMA0", links: ["/dev/serial0"], isConsole: true), .notAReceiver
      ),
      ("Bluetooth", SerialDevice(node: "/dev/rfcomm0"), .possible),
      ("a null modem", SerialDevice(node: "/dev/tnt1"), .possible),
      ("USB without numbers", SerialDevice(node: "/dev/ttyUSB0"), .possible),
      ("a virtual console", SerialDevice(node: "/dev/tty3"), .notAReceiver),
      ("a terminal's own", SerialDevice(node: "/dev/tty"), .notAReceiver),
      ("a pseudo-terminal", SerialDevice(node: "/dev/pts/3"), .notAReceiver),
      ("the messages' own", SerialDevice(node: "/dev/console"), .notAReceiver),
      ("something else", SerialDevice(node: "/dev/null"), .notAReceiver),
    ] as [(name: String, device: SerialDevice, likelihood: ReceiverLikelihood)])
  func knowsOtherPorts(name: String, device: SerialDevice, likelihood: ReceiverLikelihood) {
    #expect(ReceiverCatalog.assess(device).likelihood == likelihood)
  }

  @Test func ordersLikelihoods() {
    #expect(ReceiverLikelihood.allCases.sorted() == [.notAReceiver, .possible, .likely, .certain])
  }

  /// A row would never be reached after one that covers all of its products.
  @Test func hasNoRowThatIsNeverReached() {
    var seen: [ReceiverCatalog.Row] = []
    for row in ReceiverCatalog.usb {
      let isHidden = seen.contains {
        $0.vendor == row.vendor && $0.products.contains(row.products.lowerBound)
          && $0.products.contains(row.products.upperBound)
      }
      #expect(!isHidden, "\(row.name)")
      #expect(ReceiverCatalog.modems[row.vendor] == nil, "\(row.name)")
      seen.append(row)
    }
  }
}
