// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Whether applications that have ended are started for what they monitor.

extension Examination {
  /// The finding on `gps wake`; `nil` if no application needs it.
  var wakeFinding: Finding? {
    guard let clause = machine.wake.clause else { return nil }
    if machine.wake.isWatched { return Finding(.good, .wake, clause) }
    return Finding(
      .warning, .wake, clause,
      why: machine.wake.isInstalled
        ? "Regions, visits and significant changes are missed while they do not run. To have it run from your login on:"
        : "Regions, visits and significant changes are missed while they do not run. To have it run until Ctrl-C:",
      commands: [machine.wake.command])
  }
}
