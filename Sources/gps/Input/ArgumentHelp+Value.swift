// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

extension ArgumentHelp {
  /// The help of an option, and what its value is called.
  static func value(_ name: String, _ text: String) -> ArgumentHelp {
    ArgumentHelp(text, valueName: name)
  }
}
