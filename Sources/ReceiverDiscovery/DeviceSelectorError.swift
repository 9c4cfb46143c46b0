// Core Location for Linux. SPDX-License-Identifier: MIT

/// Why a text does not choose a device.
package struct DeviceSelectorError: Error, Hashable {
  /// The cause.
  package enum Cause: Hashable, Sendable {
    /// Nothing was written.
    case empty
    /// It is neither a path nor begins with `usb:`.
    case unknownForm
    /// After `usb:` there are no two numbers of up to four hexadecimal digits.
    case badNumbers
  }

  /// The cause.
  package let cause: Cause
  /// What was written.
  package let text: String

  init(_ cause: Cause, _ text: String) {
    self.cause = cause
    self.text = text
  }
}

extension DeviceSelectorError: CustomStringConvertible {
  /// Cannot do what, to which, because why; what to try.
  package var description: String {
    switch cause {
    case .empty: "cannot choose a device: nothing was given; run \"gps list\" to see what there is"
    case .unknownForm where !text.contains(":") && !text.contains("/"):
      """
      cannot choose the device "\(text)": it is not a path; write /dev/\(text),       or run "gps list" to see what there is
      """
    case .unknownForm:
      """
      cannot choose the device "\(text)": it is neither a path such as /dev/ttyUSB0 nor a USB       device such as usb:1546:01a8; run "gps list" to see what there is
      """
    case .badNumbers:
      """
      cannot choose the device "\(text)": usb: is followed by two numbers of four hexadecimal       digits; write it like usb:1546:01a8 or usb:1546:01a8:SERIAL
      """
    }
  }
}
