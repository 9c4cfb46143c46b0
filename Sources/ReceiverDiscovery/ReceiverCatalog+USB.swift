// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Which USB devices are receivers, and which are certainly something else. The first row that matches applies.

extension ReceiverCatalog {
  struct Row: Sendable {
    let vendor: UInt16
    let products: ClosedRange<UInt16>
    let likelihood: ReceiverLikelihood
    let name: String
    let reason: String
    /// Whether its likelihood stands even if the device calls itself a receiver.
    var isFinal = false
  }

  private static let any: ClosedRange<UInt16> = 0x0000...0xFFFF

  /// Receivers, then adapters, then other devices.
  static let usb: [Row] = receivers + adapters + others

  // MARK: Receivers

  private static let receivers: [Row] = [
    ublox(0x01A4, "u-blox 4"), ublox(0x01A5, "u-blox 5"), ublox(0x01A6, "u-blox 6"),
    ublox(0x01A7, "u-blox 7"), ublox(0x01A8, "u-blox 8"), ublox(0x01A9, "u-blox 9"),
    receiver(0x1546, 0x0501...0x0503, "u-blox receiver"),
    receiver(0x0E8D, 0x3329...0x3329, "MediaTek receiver"),
    receiver(0x1163, 0x0100...0x0200, "DeLorme Earthmate"),
    receiver(0x09D7, 0x0100...0x0100, "NovAtel receiver"),
    receiver(0x152A, 0x85C0...0x85C0, "Septentrio receiver"),
    // Cellular modules of the same vendor.
    Row(
      vendor: 0x1546, products: 0x1000...0x1FFF, likelihood: .notAReceiver, name: "u-blox modem",
      reason: "a modem, whose ports wait for commands", isFinal: true),
    Row(
      vendor: 0x1546, products: any, likelihood: .likely, name: "u-blox device",
      reason: "its maker makes receivers"),
    Row(
      vendor: 0x091E, products: 0x0003...0x0003, likelihood: .notAReceiver, name: "Garmin receiver",
      reason: "it speaks Garmin's own protocol, not NMEA 0183", isFinal: true),
    Row(
      vendor: 0x091E, products: any, likelihood: .likely, name: "Garmin device",
      reason: "its maker makes receivers"),
  ]

  private static func receiver(
    _ vendor: UInt16, _ products: ClosedRange<UInt16>, _ name: String
  ) -> Row {
    Row(
      vendor: vendor, products: products, likelihood: .certain, name: name,
      reason: "its USB identifier is used by receivers only")
  }

  private static func ublox(_ product: UInt16, _ name: String) -> Row {
    receiver(0x1546, product...product, name)
  }

  // MARK: Adapters, which may be connected to anything

  private static let adapters: [Row] = [
    prolific(0x2303...0x2303), prolific(0x23A3...0x23A3), prolific(0x23B3...0x23B3),
    prolific(0x23C3...0x23C3), prolific(0x23D3...0x23D3), prolific(0x23E3...0x23E3),
    prolific(0x23F3...0x23F3),
    // The PS-360, which came with Microsoft's Streets & Trips.
    prolific(0xAAA0...0xAAA0),
    adapter(0x067B, any, "Prolific adapter"),
    adapter(0x0557, 0x2008...0x2008, "ATEN adapter"),
    adapter(0x10C4, any, "Silicon Labs CP210x adapter"),
    adapter(0x1A86, any, "WCH CH34x adapter"),
    adapter(0x0403, any, "FTDI adapter"),
    adapter(0x0E8D, any, "MediaTek device"),
    adapter(0x0483, 0x5740...0x5740, "STMicroelectronics serial port"),
  ]

  private static func prolific(_ products: ClosedRange<UInt16>) -> Row {
    Row(
      vendor: 0x067B, products: products, likelihood: .likely, name: "Prolific PL2303 adapter",
      reason: "many receivers have this adapter inside")
  }

  private static func adapter(
    _ vendor: UInt16, _ products: ClosedRange<UInt16>, _ name: String
  ) -> Row {
    Row(
      vendor: vendor, products: products, likelihood: .possible, name: name,
      reason: "an adapter that receivers and many other devices contain")
  }

  // MARK: Devices that are certainly something else

  private static let others: [Row] = [
    board(0x2341, "Arduino board"), board(0x2A03, "Arduino board"), board(0x16C0, "Teensy board"),
    board(0x2E8A, "Raspberry Pi Pico"), board(0x239A, "Adafruit board"),
    board(0x1B4F, "SparkFun board"), board(0x2886, "Seeed board"), board(0x303A, "Espressif board"),
    board(0x0D28, "Arm debug probe"), board(0x1366, "SEGGER debug probe"),
    board(0x0483, "STMicroelectronics debug probe"), board(0x03EB, "Microchip board"),
    board(0x2B04, "Particle board"), board(0x2C99, "Prusa printer"),
    board(0x23C1, "MakerBot printer"), board(0x04B8, "Epson printer"),
    board(0x04A9, "Canon printer"), board(0x03F0, "HP printer"), board(0x04F9, "Brother printer"),
    board(0x1CF1, "Zigbee stick"), board(0x0451, "Texas Instruments device"),
    board(0x0658, "Z-Wave stick"), board(0x18D1, "Android device"), board(0x04E8, "Samsung phone"),
    board(0x05AC, "Apple device"),
  ]

  private static func board(_ vendor: UInt16, _ name: String) -> Row {
    Row(
      vendor: vendor, products: any, likelihood: .notAReceiver, name: name,
      reason: "its USB identifier belongs to something else")
  }
}

// Modems have several serial ports. One may send positions; opening another one disturbs the program that uses the modem.
extension ReceiverCatalog {
  struct Modem: Sendable {
    let name: String
    var products: ClosedRange<UInt16> = 0x0000...0xFFFF
    /// The number of the interface that sends positions, by product; unknown for other products.
    var positionInterfaces: [UInt16: UInt8] = [:]
  }

  /// Modems by the USB number of their vendor.
  ///
  /// The interfaces are those on which Linux's drivers, ModemManager's rules and gpsd's rules agree.
  static let modems: [UInt16: Modem] = [
    0x2C7C: Modem(
      name: "Quectel modem",
      positionInterfaces: [
        0x0121: 1, 0x0125: 1, 0x0191: 1, 0x0195: 1, 0x0296: 1, 0x0306: 1, 0x0512: 1, 0x0700: 1,
        0x0800: 1, 0x0801: 1,
      ]),
    0x1E0E: Modem(name: "SIMCom modem", positionInterfaces: [0x9001: 1, 0x9205: 1, 0x9206: 1]),
    0x1BC7: Modem(
      name: "Telit modem",
      positionInterfaces: [
        0x0021: 6, 0x1004: 2, 0x1005: 2, 0x1010: 1, 0x1060: 3, 0x1061: 4, 0x1070: 3, 0x1071: 4,
        0x10A0: 1, 0x10A2: 2, 0x10B0: 1, 0x10B1: 2, 0x10C0: 1, 0x10C2: 2, 0x10D0: 1, 0x10D1: 2,
        0x1201: 3, 0x1204: 4, 0x3000: 1,
      ]),
    0x1199: Modem(
      name: "Sierra Wireless modem",
      positionInterfaces: [
        0x68A2: 2, 0x68C0: 2, 0x901F: 2, 0x9041: 2, 0x9051: 2, 0x9071: 2, 0x9079: 2, 0x9091: 2,
        0xC001: 4,
      ]),
    0x05C6: Modem(name: "Qualcomm modem", positionInterfaces: [0x9215: 1]),
    0x12D1: Modem(name: "Huawei modem"),
    0x19D2: Modem(name: "ZTE modem"),
    0x2CB7: Modem(name: "Fibocom modem"),
    0x1E2D: Modem(name: "Cinterion modem"),
    0x0AF0: Modem(name: "Option modem"),
    0x0BDB: Modem(name: "Ericsson modem"),
    0x413C: Modem(name: "Dell modem"),
    0x1410: Modem(name: "Novatel Wireless modem"),
  ]
}
