// Core Location for Linux. SPDX-License-Identifier: MIT

/// The user's choice of a device: a path, or the numbers of a USB device.
///
/// | Text | Chooses |
/// | --- | --- |
/// | `/dev/ttyUSB0`, `/dev/serial/by-id/…`, `/dev/gps0` | the device there, or where the link leads |
/// | `usb:1546:01a8` | any device of that vendor and product |
/// | `usb:1546:01a8:SERIAL` | the device with that serial number |
/// | an identity, as `gps list --json` prints it | that device |
package struct DeviceSelector: Hashable, Sendable {
  /// The text as the user wrote it.
  package let text: String
  private let form: Form

  private enum Form: Hashable, Sendable {
    case path(String)
    /// `rest` is what follows the numbers, including the separator before it.
    case usb(vendor: UInt16, product: UInt16, rest: String)
  }

  package init(_ text: String) throws(DeviceSelectorError) {
    self.text = text
    if text.hasPrefix("/") {
      form = .path(text)
    } else if let scheme = text.firstIndex(of: ":"), text[..<scheme].lowercased() == "usb" {
      form = try Self.usb(text[text.index(after: scheme)...], in: text)
    } else if text.hasPrefix("tty:/") || text.hasPrefix("gnss:/") {
      form = .path(String(text.drop { $0 != "/" }))
    } else {
      throw DeviceSelectorError(text.isEmpty ? .empty : .unknownForm, text)
    }
  }

  /// The path that the user wrote; `nil` for a USB device, which may have any.
  package var path: String? { if case .path(let path) = form { path } else { nil } }

  /// Whether a device is selected; for a path, by where it leads now.
  package func matches(_ device: SerialDevice) -> Bool {
    switch form {
    case .path(let path):
      if path == device.node || device.links.contains(path) { return true }
      guard let number = deviceNumber(of: path) else { return false }
      return number == deviceNumber(of: device.node)
    case .usb(let vendor, let product, let rest):
      guard vendor == device.vendorID, product == device.productID else { return false }
      if rest.isEmpty { return true }
      if rest.hasPrefix(":"), device.serialNumber == String(rest.dropFirst()) { return true }
      return device.identity.rawValue == "usb:\(device.usbNumber ?? "")\(rest)"
    }
  }

  /// Reads `1546:01a8` and anything that follows.
  private static func usb(
    _ numbers: Substring, in text: String
  ) throws(DeviceSelectorError) -> Form {
    let vendor = numbers.prefix { $0 != ":" }
    let others = numbers.dropFirst(vendor.count + 1)
    let product = others.prefix { $0 != ":" && $0 != "@" }
    let rest = others.dropFirst(product.count)
    guard let vendorID = number(vendor), let productID = number(product),
      rest.isEmpty || rest.count > 1
    else { throw DeviceSelectorError(.badNumbers, text) }
    return .usb(vendor: vendorID, product: productID, rest: String(rest))
  }

  private static func number(_ digits: Substring) -> UInt16? {
    guard digits.utf8.count <= 4, digits.allSatisfy(\.isHexDigit) else { return nil }
    return UInt16(digits, radix: 16)
  }
}

extension DeviceSelector: CustomStringConvertible {
  package var description: String { text }
}

/// Why a text does not choose a device.
package struct DeviceSelectorError: Error, Hashable {
  package enum Cause: Hashable, Sendable {
    case empty
    /// The text is not a path, and does not begin with `usb:`.
    case unknownForm
    /// `usb:` is not followed by two numbers of up to four hexadecimal digits.
    case badNumbers
  }

  package let cause: Cause
  package let text: String

  init(_ cause: Cause, _ text: String) {
    (self.cause, self.text) = (cause, text)
  }
}

extension DeviceSelectorError: CustomStringConvertible {
  /// What cannot be done, why, and what to try.
  package var description: String {
    switch cause {
    case .empty: "cannot choose a device: nothing was given; run \"gps list\" to see what there is"
    case .unknownForm where !text.contains(":") && !text.contains("/"):
      """
      cannot choose the device "\(text)": it is not a path; write /dev/\(text), \
      or run "gps list" to see what there is
      """
    case .unknownForm:
      """
      cannot choose the device "\(text)": it is neither a path such as /dev/ttyUSB0 nor a USB \
      device such as usb:1546:01a8; run "gps list" to see what there is
      """
    case .badNumbers:
      """
      cannot choose the device "\(text)": usb: is followed by two numbers of four hexadecimal \
      digits; write it like usb:1546:01a8 or usb:1546:01a8:SERIAL
      """
    }
  }
}
