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
