// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// Why a text names no place that positions could come from.
package struct SelectionError: Error, Hashable, CustomStringConvertible {
  /// The text.
  package let text: String
  /// What it would have to be.
  package let expectation: String

  package init(text: String, expectation: String) {
    self.text = text
    self.expectation = expectation
  }

  /// One line, whatever the text holds.
  package var description: String {
    "cannot read positions from \(text): expected \(expectation)".escapedForTerminal
  }
}
