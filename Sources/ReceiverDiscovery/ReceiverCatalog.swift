// Core Location for Linux. SPDX-License-Identifier: MIT

/// Distinguishes receivers from modems, printers and microcontrollers by what is known without opening them.
///
/// Opening is not harmless: it resets some boards, and a modem takes what it receives for a command. To support another
/// device, add a row to `ReceiverCatalog+USB.swift`.
package enum ReceiverCatalog {
  package static func assess(_ device: SerialDevice) -> Assessment {
    let name = device.name
    if device.isConsole {
      return Assessment(.notAReceiver, "system console", "the kernel prints its messages there")
    }
    if device.subsystem == "gnss" || name.hasPrefix("gnss") {
      return Assessment(.certain, "GNSS receiver", "the kernel has a driver for it")
    }
    if let vendor = device.vendorID, let product = device.productID {
      return assessUSB(device, vendor, product)
    }
    return assessPort(device, name)
  }

  package static func isModem(_ device: SerialDevice) -> Bool {
    guard let vendor = device.vendorID, let product = device.productID else { return false }
    return modems[vendor]?.products.contains(product) ?? false
  }

  // MARK: USB

  private static func assessUSB(
    _ device: SerialDevice, _ vendor: UInt16, _ product: UInt16
  ) -> Assessment {
    if device.isMarkedAsGPS {
      return Assessment(.likely, title(of: device) ?? "modem", "its modem sends positions there")
    }
    if let modem = modems[vendor], modem.products.contains(product) {
      return assess(device, product, in: modem)
    }
    let row = usb.first { $0.vendor == vendor && $0.products.contains(product) }
    let isRuledOut = row.map { $0.likelihood == .notAReceiver && $0.isFinal } ?? false
    if !isRuledOut, (row?.likelihood ?? .possible) < .likely, callsItselfReceiver(device) {
      return Assessment(.likely, title(of: device) ?? "GNSS receiver", "it calls itself one")
    }
    if let row { return Assessment(row.likelihood, row.name, row.reason) }
    return Assessment(.possible, title(of: device) ?? "USB serial device", unknownKind)
  }

  /// Assesses a port of a modem: only one sends positions; the others wait for commands.
  private static func assess(
    _ device: SerialDevice, _ product: UInt16, in modem: Modem
  ) -> Assessment {
    guard let interface = device.interfaceNumber, modem.positionInterfaces[product] == interface
    else {
      return Assessment(.notAReceiver, modem.name, "not the port at which it sends positions")
    }
    return Assessment(.likely, modem.name, "the port at which it sends positions")
  }

  /// Whether a device mentions satellite navigation in its description of itself.
  private static func callsItselfReceiver(_ device: SerialDevice) -> Bool {
    let text = "\(device.manufacturer ?? "") \(device.model ?? "")".lowercased()
    return words.contains { text.contains($0) }
  }

  private static let words = ["gps", "gnss", "u-blox", "ublox", "glonass", "sirf", "globalsat"]

  private static func title(of device: SerialDevice) -> String? {
    device.model ?? device.manufacturer
  }

  // MARK: Other ports

  /// Assesses a port by the first row that applies.
  private static func assessPort(_ device: SerialDevice, _ name: String) -> Assessment {
    func begins(_ beginnings: String...) -> Bool { beginnings.contains { name.hasPrefix($0) } }
    let isSerial0 = device.links.contains("/dev/serial0")
    let isVirtual = begins("tnt", "ttyGS", "ttyVIRT")
    let isTerminal = device.node.hasPrefix("/dev/pts/") || begins("pty") || isVirtualConsole(name)
    let rows: [(applies: Bool, ReceiverLikelihood, String, String)] = [
      (device.isEmptySlot, .notAReceiver, "empty slot", "there is no hardware behind it"),
      (isSerial0, .possible, "port on the board", "serial0 points to it"),
      (begins("rfcomm"), .possible, "Bluetooth serial port", "receivers come with Bluetooth too"),
      (isVirtual, .possible, "virtual serial port", "a program may send positions there"),
      (isTerminal, .notAReceiver, "terminal", "people and programs type there"),
      (begins("ttyUSB", "ttyACM"), .possible, "USB serial device", unknownKind),
      (begins("tty"), .possible, "port on the board", "a receiver may be wired to it"),
    ]
    guard let row = rows.first(where: \.applies) else {
      return Assessment(.notAReceiver, "unknown device", "it is not a serial port")
    }
    return Assessment(row.1, row.2, row.3)
  }

  private static let unknownKind = "nothing is known about this kind of port"

  /// Whether a name is `console`, `tty`, `tty0`…`tty63`, `ptmx`, or another terminal of the kernel.
  private static func isVirtualConsole(_ name: String) -> Bool {
    if ["console", "ptmx", "ttyprintk", "tty"].contains(name) { return true }
    return name.hasPrefix("tty") && name.dropFirst(3).allSatisfy(\.isNumber)
  }
}

package struct Assessment: Hashable, Sendable {
  package let likelihood: ReceiverLikelihood
  /// What it is, for people, such as "u-blox 8"; may be text that the device provides.
  package let name: String
  package let reason: String

  init(_ likelihood: ReceiverLikelihood, _ name: String, _ reason: String) {
    (self.likelihood, self.name, self.reason) = (likelihood, name, reason)
  }
}

/// How likely a port is to have a GNSS receiver, judged without opening it.
package enum ReceiverLikelihood: Hashable, Comparable, Sendable, CaseIterable {
  /// It is something else, or would be disturbed by being opened.
  case notAReceiver
  /// It could be anything: an adapter, or a port on the board.
  case possible
  /// Most devices of its kind are receivers, or it calls itself one.
  case likely
  /// Only receivers are of its kind.
  case certain
}
