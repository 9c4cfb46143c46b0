// Core Location for Linux. SPDX-License-Identifier: MIT

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
