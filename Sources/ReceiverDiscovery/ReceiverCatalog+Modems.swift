// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Modems have several serial ports. One may send positions; opening another one disturbs the program that uses the
// modem.

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
