// Core Location for Linux. SPDX-License-Identifier: MIT

/// Why the other side has not taken what was sent to it.
package enum DeliveryError: Error, Hashable {
  /// It may take it later: it could not be reached, went away, or is overloaded.
  case later(String)
  /// It will not take it until somebody changes something: one line that says what, and an exit code of sysexits.h.
  case refused(String, exitCode: Int32)
}
