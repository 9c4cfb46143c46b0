// Core Location for Linux. SPDX-License-Identifier: MIT

/// Whether the page needs a receiver that is opened only for those who need it.
///
/// It does while somebody looks at the page or has just asked for the position, and while an anchor or a person is watched.
struct PageDemand {
  /// How long somebody who has gone counts as present: a page that is loaded again must not lose the receiver.
  static let patience: Duration = .seconds(10)

  private(set) var isNeeded = false
  private var asked: Duration?

  /// Records that somebody looks at the page, or has asked.
  mutating func asked(at now: Duration) { asked = now }

  /// Returns whether the receiver is needed from now on; `nil` if that has not changed.
  mutating func change(isWatching: Bool, at now: Duration) -> Bool? {
    let isAsked = asked.map { now - $0 < Self.patience } ?? false
    guard (isWatching || isAsked) != isNeeded else { return nil }
    isNeeded.toggle()
    return isNeeded
  }
}
