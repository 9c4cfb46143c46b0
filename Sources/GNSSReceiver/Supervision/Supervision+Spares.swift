// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What is known of spares, and how one takes over without a fix that was passed on before, or a gap.

import GNSS

/// A fix that has been passed on, and the receiver it is from.
struct ServedFix {
  var identity: String
  var fix: Fix
}

extension Supervision {
  /// How far the clocks of two receivers may differ; beyond that, their times say nothing about which fix is newer.
  private static let longestLag: Duration = .seconds(60)

  /// Whether what a candidate has reported may change which one serves: not if no other one has a fix.
  func isContested(by identity: String) -> Bool {
    identity != active || identity != served?.identity || choice.hasRival(of: identity)
  }

  /// Passes on what a receiver has reported that does not serve, for those who may not read the one that does.
  ///
  /// Only ports have rights of their own. A program's reports name its receiver, which may be called like a port here.
  mutating func passOnAsSpare(_ index: Int) {
    guard members[index].candidate.place.traits.contains(.hasRate) else { return }
    for var event in members[index].events {
      switch event.content {
      case .report, .timeWithoutFix:
        event.isOfSpare = true
        events.append(event)
      default: break
      }
    }
  }

  /// Passes on the last events of a candidate that served, unless its successor has a fix: then the fix is not lost.
  mutating func passOnLastEvents(of identity: String?, unless successor: String?) {
    guard let index = identity.flatMap(index(of:)) else { return }
    if let next = successor.flatMap(self.index(of:)), members[next].hasFix { return }
    members[index].moveEvents(to: &events)
  }

  /// Passes on what a spare that takes over has reported last.
  mutating func passOnPresent(of identity: String?, at now: Duration) {
    guard members.count > 1, served != nil, let index = identity.flatMap(index(of:)), let identity,
      let contender = choice.contender(identity)
    else { return }
    let candidate = members[index].candidate
    // A port may have another name by now.
    let name = candidate.place.traits.contains(.hasRate) ? candidate.name : contender.name
    func pass(_ report: ReceiverReport) {
      events.append(ReceiverEvent(.report(report), of: name, at: contender.arrival))
    }
    let first = events.count
    if let satellites = contender.satellites { pass(.satellites(satellites)) }
    let hasReported = members[index].events.contains { $0.fix != nil }
    if !hasReported, contender.hasFix(at: now), let fix = contender.fix { pass(.fix(fix)) }
    withholdKnown(from: first, of: index, at: now)
  }

  /// Removes fixes of a receiver that has taken over which are not newer than the last one of its predecessor.
  ///
  /// - Parameter first: the index of its first event in ``events``.
  mutating func withholdKnown(from first: Int, of index: Int, at now: Duration) {
    let identity = members[index].candidate.identity
    var position = first
    while position < events.count {
      guard let fix = events[position].fix else {
        position += 1
        continue
      }
      if served?.identity != identity {
        if let served {
          // The times of the last resort are those of its answers, so that they do not order positions.
          if served.fix.source == nil, Self.isKnown(fix, after: served.fix) {
            events.remove(at: position)
            continue
          }
          choice.jumped(from: served.fix, to: fix, of: identity, into: &choiceNotices)
        }
        choice.served(identity, after: served?.identity, at: now, into: &choiceNotices)
      }
      served = ServedFix(identity: identity, fix: fix)
      position += 1
    }
  }

  private static func isKnown(_ fix: Fix, after last: Fix) -> Bool {
    guard let elapsed = FixComparison.time(from: last, to: fix) else {
      return fix.time != nil && fix.time == last.time
    }
    return elapsed <= .zero && elapsed >= .zero - longestLag
  }
}
