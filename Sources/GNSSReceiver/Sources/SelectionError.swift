// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// Why a text does not name a source that positions could come from.
package struct SelectionError: Error, Hashable, CustomStringConvertible {
  /// The text.
  package let text: String
  /// The forms that would have been accepted.
  package let expectation: String

  package init(text: String, expectation: String) {
    self.text = text
    self.expectation = expectation
  }

  /// The message, on one line whatever the text contains.
  package var description: String {
    "cannot read positions from \(text): expected \(expectation)".escapedForTerminal
  }
}
