// Core Location for Linux. SPDX-License-Identifier: MIT
//
// When the last resort is asked, and when it is left.

import LocationProtocols

extension Supervision {
  private var lastResortIndex: Int? { members.indices.first { members[$0].isLastResort } }

  /// Opens the last resort once nobody else has had a position for a while, and closes it as soon as somebody has.
  ///
  /// It is not asked in advance, like spares are: it might get its position from us.
  mutating func considerLastResort(at now: Duration) {
    guard let index = lastResortIndex else { return }
    let isServed = members.indices.contains { !members[$0].isLastResort && members[$0].hasFix }
    if isServed || isLocationForbidden {
      lastResort = LastResortWait()
      let link = members[index].link
      guard !link.isClosed || link.retry != nil else { return }
      members[index].retire(at: now, into: &heard[index])
      choice.lost(members[index].candidate.identity, isGone: true)
      return
    }
    let since = lastResort.since ?? now
    lastResort.since = since
    // Named alone, there is nothing to wait for.
    if isNamed && members.count == 1 || now >= since + options.lastResortPatience {
      members[index].openIfIdle(at: now, into: &heard[index])
    }
  }

  /// Lets the last resort serve while the location service has no position.
  mutating func chooseLastResort() {
    guard let index = lastResortIndex, members[index].hasFix,
      !members.indices.contains(where: { members[$0].isService && members[$0].hasFix })
    else { return }
    active = members[index].candidate.identity
  }

  /// Whether the location service denies this program the position, or reduces it: nobody else is then asked for more.
  private var isLocationForbidden: Bool {
    members.indices.contains { index in
      guard members[index].isService else { return false }
      return switch members[index].state {
      case .denied: true
      case .relayed(let report): report.isReduced
      default: false
      }
    }
  }

  /// When to open it although nothing happens; `nil` for never.
  var lastResortDeadline: Duration? {
    guard let index = lastResortIndex, members[index].isIdle, let since = lastResort.since else {
      return nil
    }
    return since + options.lastResortPatience
  }

  /// Returns what is to be said of a failure: of the last resort, once, unless it was named and its state says it.
  mutating func notice(of error: SourceError, from member: SupervisedCandidate) -> ReceiverNotice? {
    guard member.isLastResort else { return nil }
    let line = error.description
    defer { lastResort.failure = line }
    return isNamed || lastResort.failure == line ? nil : .lastResortFailed(line)
  }

  /// Whether a candidate's state is for listeners: the absence of what nobody has named is not.
  func isShown(_ index: Int) -> Bool {
    if isNamed || members[index].link.isOpen { return true }
    if members[index].isService { return service.isGrace }
    if members[index].isLastResort { return lastResort.since != nil && lastResort.failure == nil }
    return true
  }
}

/// The wait before the last resort is asked, and why it was of no use.
struct LastResortWait {
  /// Since when nobody else has had a position; `nil` while somebody has.
  var since: Duration?
  /// What it failed with, since then; `nil` if it has not failed.
  var failure: String?
}
