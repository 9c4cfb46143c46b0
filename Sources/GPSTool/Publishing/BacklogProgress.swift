// Core Location for Linux. SPDX-License-Identifier: MIT

/// How far a destination has come with the positions that had waited for it.
package struct BacklogProgress {
  /// How many waited when sending began, and when that was; `nil` while nothing worth a line is sent.
  private var begun: (waiting: Int, time: Duration)?
  private var sent = 0

  /// Fewer have been sent before a line could be read.
  package static let worthwhile = 1000

  package init() {}

  /// Sending begins, with so many positions that wait.
  package mutating func begin(_ waiting: Int, at now: Duration) {
    (begun, sent) = (waiting >= Self.worthwhile ? (waiting, now) : nil, 0)
  }

  package mutating func delivered(_ count: Int) { sent += count }

  /// The destination does not accept positions any more.
  package mutating func interrupt() { begun = nil }

  /// One line for people; `nil` if nothing waits that had waited then.
  ///
  /// What is stored meanwhile is behind it, and does not count.
  package func text(at now: Duration) -> String? {
    guard let begun, sent < begun.waiting else { return nil }
    let left = timeLeft(done: Double(sent) / Double(begun.waiting), after: now - begun.time)
    return "\(sent) of \(begun.waiting) positions sent" + (left.map { ", \($0)" } ?? "")
  }
}
