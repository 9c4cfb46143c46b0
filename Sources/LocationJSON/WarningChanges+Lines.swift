// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

extension WarningChanges.Change {
  /// A line for people about each warning that begins or ends.
  package var lines: [String] {
    began.list.map { "warning: \($0.meaning) (\($0.name)); see docs/integrity.md" }
      + ended.list.map { "warning over: \($0.name)" }
  }
}
