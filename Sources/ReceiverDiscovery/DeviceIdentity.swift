// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// A stable identity of a device, whatever its present name: its serial number, or else its place.
///
/// | Device | Identity |
/// | --- | --- |
/// | with a usable serial number | `usb:1546:01a8:SERIAL` |
/// | an interface of it other than the first | `usb:1546:01a8:SERIAL:if02` |
/// | a port of an interface other than the first | `usb:0403:6011:SERIAL:port3` |
/// | without one | `usb:1546:01a7@pci-0000:00:14.0-usb-0:2:1.0`, the socket that it is plugged into |
/// | on the board | `tty:/dev/ttyAMA0`, `gnss:/dev/gnss0` |
///
/// The numbers of vendor and product are four lower-case hexadecimal digits. In the rest, all characters but ASCII
/// letters, digits, `.`, `_`, `-` and `+`, and in places also `:`, are written as `%` and two digits per byte, so that
/// an identity is one plain word. Two devices with the same serial number have the same identity.
package struct DeviceIdentity: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
}

extension DeviceIdentity: Comparable, CustomStringConvertible {
  package static func < (lesser: DeviceIdentity, greater: DeviceIdentity) -> Bool {
    lesser.rawValue < greater.rawValue
  }

  package var description: String { rawValue }
}

extension DeviceIdentity {
  init(of device: SerialDevice) {
    guard let usb = device.usbNumber else {
      rawValue = "\(device.subsystem):\(device.node)"
      return
    }
    if let serial = device.serialNumber, isOwnSerialNumber(serial) {
      rawValue = "usb:\(usb):\(escaped(serial, but: ""))" + Self.port(device, withInterface: true)
    } else if let path = device.physicalPath {
      // The path ends with the interface.
      rawValue = "usb:\(usb)@\(escaped(path, but: ":"))" + Self.port(device, withInterface: false)
    } else {
      rawValue = "\(device.subsystem):\(device.node)"
    }
  }

  /// Returns a suffix that tells several ports of a USB device apart; empty for the first.
  private static func port(_ device: SerialDevice, withInterface: Bool) -> String {
    var text = ""
    if withInterface, let number = device.interfaceNumber, number > 0 {
      text += ":if" + hexadecimal(number, digits: 2)
    }
    if let number = device.portNumber, number > 0 { text += ":port\(number)" }
    return text
  }
}

/// Returns a text as one plain ASCII word.
private func escaped(_ text: String, but more: String) -> String {
  let plain = Array(("._-+" + more).utf8)
  return text.utf8.reduce(into: "") { word, byte in
    if byte.isLetterOrDigit || plain.contains(byte) {
      word.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      word += "%" + hexadecimal(byte, digits: 2)
    }
  }
}

/// Whether a serial number can tell two devices of a kind apart.
///
/// It cannot if it is blank, a repeated character, zero or one, a run of consecutive digits, or a known default.
func isOwnSerialNumber(_ text: String) -> Bool {
  let plain = text.lowercased().filter { $0.isLetter || $0.isNumber }
  guard let first = plain.first else { return false }
  if plain.allSatisfy({ $0 == first }) && (plain.count > 1 || first == "0") { return false }
  // CP210x adapters leave the factory with 0001.
  if plain.drop(while: { $0 == "0" }) == "1" { return false }
  if plain.count >= 4, runs.contains(where: { $0.hasPrefix(plain) }) { return false }
  return !defaults.contains(plain)
}

/// The runs 0123… and 1234….
private let runs = ["0123456789abcdef", "1234567890abcdef", "123456789abcdef"]

private let defaults: Set<String> = [
  "none", "na", "null", "unknown", "default", "serial", "serialnumber", "notspecified",
  // Used by counterfeits of FTDI's chips.
  "a50285bi",
]
