// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import Testing

@testable import ReceiverDiscovery

@Suite struct UdevRuleTests {
  // MARK: Content

  /// At the ends of every range of the catalog, and beside them, the rule and the catalog agree.
  @Test func agreesWithTheCatalog() throws {
    let rules = try UdevRules(UdevRule.text)
    var receivers = 0
    for row in ReceiverCatalog.usb {
      let ends = [Int(row.products.lowerBound), Int(row.products.upperBound)]
      for product in ends.flatMap({ [$0 - 1, $0, $0 + 1] }) where 0...0xFFFF ~= product {
        let device = SerialDevice(
          node: "/dev/ttyUSB0", vendorID: row.vendor, productID: UInt16(product))
        let isReceiver = ReceiverCatalog.assess(device).likelihood >= .likely
        let result = rules.apply(
          subsystem: "tty", vendor: hexadecimal(row.vendor, digits: 4),
          product: hexadecimal(UInt16(product), digits: 4))
        #expect(UdevRule.covers(device) == isReceiver)
        let number = "\(device.usbNumber ?? "")"
        #expect(result.tags == (isReceiver ? ["uaccess"] : []), "\(number)")
        #expect(result.properties["ID_MM_DEVICE_IGNORE"] == (isReceiver ? "1" : nil), "\(number)")
        receivers += isReceiver ? 1 : 0
      }
    }
    #expect(receivers > 30)
  }

  @Test(
    arguments: [
      ("a u-blox 8", "tty", "1546", "01a8", ["uaccess"], "1"),
      ("the USB device of it, which ModemManager looks at", "usb", "1546", "01a8", [], "1"),
      ("a modem of the same maker", "tty", "1546", "1102", [], nil),
      ("another modem", "tty", "2c7c", "0125", [], nil),
      ("a PL2303, which many receivers have inside", "tty", "067b", "2303", ["uaccess"], "1"),
      ("an adapter that may be anything", "tty", "0403", "6001", [], nil),
      ("a hard disk", "block", "1546", "01a8", [], nil),
      ("what the kernel knows as a receiver", "gnss", nil, nil, ["uaccess"], nil),
    ] as [(why: String, String, String?, String?, [String], String?)])
  func marks(
    why: String, subsystem: String, vendor: String?, product: String?, tags: [String], mark: String?
  ) throws {
    let result = try UdevRules(UdevRule.text).apply(
      subsystem: subsystem, vendor: vendor, product: product)
    #expect(result.tags == tags)
    #expect(result.properties["ID_MM_DEVICE_IGNORE"] == mark)
  }

  /// The product ID is an adapter's, and the rule knows nothing else about the device.
  @Test func doesNotCoverWhatMerelyCallsItselfAReceiver() {
    let device = SerialDevice(
      node: "/dev/ttyUSB0", vendorID: 0x0403, productID: 0x6015, model: "SparkFun GNSS")
    #expect(ReceiverCatalog.assess(device).likelihood == .likely && !UdevRule.covers(device))
    #expect(UdevRule.covers(SerialDevice(node: "/dev/gnss0", subsystem: "gnss")))
    #expect(!UdevRule.covers(SerialDevice(node: "/dev/ttyS0")))
  }

  @Test func leavesRemovalAlone() throws {
    let result = try UdevRules(UdevRule.text).apply(
      action: "remove", subsystem: "tty", vendor: "1546", product: "01a8")
    #expect(result.tags.isEmpty && result.properties.isEmpty)
  }

  @Test func comesBeforeTheRightsAreGiven() throws {
    let name = try #require(UdevRule.path.split(separator: "/").last.map(String.init))
    #expect(UdevRule.path == "/etc/udev/rules.d/" + name)
    #expect(name < "70-uaccess.rules" && name < "73-seat-late.rules" && name.hasSuffix(".rules"))
  }

  @Test(
    arguments: [
      ("one", 0x01A8...0x01A8, ["01a8"]),
      ("three", 0x0501...0x0503, ["0501", "0502", "0503"]),
      ("two digits free, and one number more", 0x0100...0x0200, ["01??", "0200"]),
      ("a thousand", 0x1000...0x1FFF, ["1???"]),
      ("all", 0x0000...0xFFFF, ["????"]),
      ("neither end is round", 0x00FF...0x0111, ["00ff", "010?", "0110", "0111"]),
    ] as [(why: String, ClosedRange<UInt16>, [String])])
  func makesPatterns(why: String, range: ClosedRange<UInt16>, patterns: [String]) {
    #expect(UdevRule.patterns(of: range) == patterns)
  }
}
