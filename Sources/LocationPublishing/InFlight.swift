// Core Location for Linux. SPDX-License-Identifier: MIT

/// Which reports of a batch have been acknowledged, when each is sent as one or several messages.
///
/// Messages may be acknowledged in any order; only the reports in front of the first that is not counts.
package struct InFlight: Hashable, Sendable {
  /// The report of each message that is not acknowledged.
  private var reports: [Int32: Int] = [:]
  /// How many messages of each sent report are not acknowledged.
  private var missing: [Int] = []
  /// How many of the first reports are acknowledged.
  package private(set) var acknowledgedCount = 0

  package init() {}

  /// Whether nothing is waited for.
  package var isEmpty: Bool { reports.isEmpty }

  /// The next report was sent, as these messages; none, if it could not be put into any.
  package mutating func sent(_ messages: [Int32]) {
    for message in messages { reports[message] = missing.count }
    missing.append(messages.count)
    advance()
  }

  /// A message was acknowledged; one that is not known, or was acknowledged before, changes nothing.
  package mutating func acknowledged(_ message: Int32) {
    guard let report = reports.removeValue(forKey: message) else { return }
    missing[report] -= 1
    advance()
  }

  private mutating func advance() {
    while acknowledgedCount < missing.count, missing[acknowledgedCount] == 0 {
      acknowledgedCount += 1
    }
  }
}
