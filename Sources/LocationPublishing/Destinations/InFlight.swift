// Core Location for Linux. SPDX-License-Identifier: MIT

/// The reports of a batch that have been acknowledged, where each is sent as one or several messages.
///
/// Messages may be acknowledged in any order; only reports before the first unacknowledged one count.
package struct InFlight: Hashable, Sendable {
  /// The report of each message that has not been acknowledged.
  private var reports: [Int32: Int] = [:]
  /// For each report that was sent, the number of its messages that have not been acknowledged.
  private var missing: [Int] = []
  /// How many reports have been acknowledged, counted from the first without a gap.
  package private(set) var acknowledgedCount = 0

  package init() {}

  package var isEmpty: Bool { reports.isEmpty }

  /// Records that the next report was sent, as these messages; none, if no message could carry it.
  package mutating func sent(_ messages: [Int32]) {
    for message in messages { reports[message] = missing.count }
    missing.append(messages.count)
    advance()
  }

  /// Records an acknowledgement; that of an unknown message, or a repeated one, changes nothing.
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
