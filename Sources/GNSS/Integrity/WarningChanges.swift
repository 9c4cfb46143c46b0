// Core Location for Linux. SPDX-License-Identifier: MIT

/// Notices when warnings begin and when they end, from fix to fix.
package struct WarningChanges: Sendable {
  /// The warnings that begin and end with a fix.
  package struct Change: Hashable, Sendable {
    package var began: FixWarnings
    package var ended: FixWarnings

    package init(began: FixWarnings = [], ended: FixWarnings = []) {
      (self.began, self.ended) = (began, ended)
    }
  }

  package private(set) var current: FixWarnings = []

  package init() {}

  /// Returns what changes with a fix that has these warnings; `nil` if nothing does.
  package mutating func received(_ warnings: FixWarnings) -> Change? {
    guard warnings != current else { return nil }
    defer { current = warnings }
    return Change(began: warnings.subtracting(current), ended: current.subtracting(warnings))
  }
}
