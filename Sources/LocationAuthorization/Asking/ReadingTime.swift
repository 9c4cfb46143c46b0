// Core Location for Linux. SPDX-License-Identifier: MIT

/// Whether a person could read what a terminal asks before answering.
///
/// What was typed earlier was meant for something else, such as the shell, and would decide blindly. A value: it is given
/// what happened and when.
package struct ReadingTime: Hashable, Sendable {
  private enum State: Hashable {
    case hidden
    case shown(Duration)
    case over
  }

  private var state = State.hidden

  /// How long the question is shown before an answer counts.
  package static let shortest = Duration.milliseconds(300)

  package init() {}

  /// Whether what is typed from now on counts.
  package var isOver: Bool { state == .over }

  /// When ``elapse(to:)`` has something to do; `nil` for never.
  package var deadline: Duration? {
    if case .shown(let since) = state { since + Self.shortest } else { nil }
  }

  /// Takes note that the question is on the terminal now; later times change nothing until it is hidden.
  package mutating func shown(at now: Duration) {
    if state == .hidden { state = .shown(now) }
  }

  /// Takes note that the question cannot be seen, or that another one takes its place.
  package mutating func hidden() { state = .hidden }

  /// Advances to a time.
  ///
  /// - Returns: whether the time has just ended: what was typed until now, and has not been read, is to be discarded.
  package mutating func elapse(to now: Duration) -> Bool {
    guard let deadline, now >= deadline else { return false }
    state = .over
    return true
  }
}
