// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What sources have reported is vetted here before a listener sees it, so that another one takes over without a gap,
// and without a fix that was passed on before.

import GNSS

/// A fix that has been passed on, and the receiver it is from.
struct PassedFix {
  var identity: String
  var fix: Fix
}

extension Supervisor {
  /// How far the clocks of two receivers may differ; beyond that, their times say nothing about which fix is newer.
  private static let longestLag: Duration = .seconds(60)

  /// Chooses again, and vets what the sources have reported before a listener sees it.
  ///
  /// The order matters, since each report belongs to the receiver that the status before it names:
  ///
  /// 1. The choice is given the reports of every source.
  /// 2. If another source takes over, the last reports of its predecessor are passed on, unless the successor has a
  ///    fix: then the fix is not lost. The status follows, and then what the successor had reported last.
  /// 3. What each source needs becomes actions. The reports of the one that serves are passed on, except fixes that
  ///    are not newer than its predecessor's last one. Those of others are discarded, or first copied as a standby's.
  /// 4. The notices about the choice follow, and the status if it has changed.
  mutating func settle(at now: Duration, into effects: inout Effects) {
    if sessions.count > 1 {
      for index in sessions.indices {
        sessions[index].report(unvetted[index].events, to: &choice, into: &choiceNotices)
      }
    }
    choose(at: now)
    if reported != active {
      passOnLastEvents(of: reported, unless: active, into: &effects)
      // What follows is of another receiver, which has to be known first.
      if served != nil || status.current?.source.identity != active {
        report(at: now, into: &effects)
      }
      passOnPresent(of: active, at: now, into: &effects)
    }
    for index in sessions.indices {
      if !unvetted[index].wants.isEmpty { act(on: index, into: &effects) }
      vet(index, at: now, into: &effects)
    }
    reported = active
    for notice in choiceNotices {
      effects.events.append(ReceiverEvent(.notice(notice), at: now))
    }
    if !choiceNotices.isEmpty { choiceNotices = [] }
    report(at: now, into: &effects)
    choiceDue = choiceDeadline
    plan()
  }

  /// Passes on what a source has reported if it serves, and otherwise discards it.
  mutating func vet(_ index: Int, at now: Duration, into effects: inout Effects) {
    if sessions[index].source.identity == active {
      let first = effects.events.count
      passOn(index, into: &effects)
      if sessions.count > 1 { withholdKnown(from: first, of: index, at: now, in: &effects) }
    } else {
      if options.reportsStandbys { passOnAsSpare(index, into: &effects) }
      unvetted[index].events.removeAll(keepingCapacity: true)
    }
  }

  /// Passes on all that a source has reported.
  private mutating func passOn(_ index: Int, into effects: inout Effects) {
    // The usual case: nothing is copied, and both arrays keep their memory.
    if effects.events.isEmpty { return swap(&effects.events, &unvetted[index].events) }
    effects.events += unvetted[index].events
    unvetted[index].events.removeAll(keepingCapacity: true)
  }

  /// Whether what a source has reported may change which one serves: not if no other one has a fix.
  func isContested(by identity: String) -> Bool {
    identity != active || identity != served?.identity || choice.hasRival(of: identity)
  }

  /// Passes on what a receiver has reported that does not serve, for those who may not read the one that does.
  ///
  /// Only ports have rights of their own. A program's reports name its receiver, which may be called like a port here.
  private func passOnAsSpare(_ index: Int, into effects: inout Effects) {
    guard sessions[index].source.traits.contains(.hasRate) else { return }
    for var event in unvetted[index].events {
      switch event.content {
      case .report, .timeWithoutFix:
        event.isOfStandby = true
        effects.events.append(event)
      default: break
      }
    }
  }

  /// Passes on the last events of a source that served, unless its successor has a fix: then the fix is not lost.
  private mutating func passOnLastEvents(
    of identity: String?, unless successor: String?, into effects: inout Effects
  ) {
    guard let index = identity.flatMap(index(of:)) else { return }
    if let next = successor.flatMap(self.index(of:)), sessions[next].hasFix { return }
    passOn(index, into: &effects)
  }

  /// Passes on what a standby that takes over has reported last.
  private mutating func passOnPresent(
    of identity: String?, at now: Duration, into effects: inout Effects
  ) {
    guard sessions.count > 1, served != nil, let index = identity.flatMap(index(of:)), let identity,
      let history = choice.history(identity)
    else { return }
    let source = sessions[index].source
    // A port may have another name by now.
    let name = source.traits.contains(.hasRate) ? source.name : history.name
    func pass(_ report: ReceiverReport) {
      effects.events.append(ReceiverEvent(.report(report), of: name, at: history.arrival))
    }
    let first = effects.events.count
    if let satellites = history.satellites { pass(.satellites(satellites)) }
    let hasReported = unvetted[index].events.contains { $0.fix != nil }
    if !hasReported, history.hasFix(at: now), let fix = history.fix { pass(.fix(fix)) }
    withholdKnown(from: first, of: index, at: now, in: &effects)
  }

  /// Removes fixes of a receiver that has taken over which are not newer than the last one of its predecessor.
  ///
  /// - Parameter first: the index of its first event among those to pass on.
  private mutating func withholdKnown(
    from first: Int, of index: Int, at now: Duration, in effects: inout Effects
  ) {
    let identity = sessions[index].source.identity
    var position = first
    while position < effects.events.count {
      guard let fix = effects.events[position].fix else {
        position += 1
        continue
      }
      if served?.identity != identity {
        if let served {
          // The times of the fallback are those of its answers, so that they do not order positions.
          if served.fix.source == nil, Self.isKnown(fix, after: served.fix) {
            effects.events.remove(at: position)
            continue
          }
          choice.jumped(from: served.fix, to: fix, of: identity, into: &choiceNotices)
        }
        choice.served(identity, after: served?.identity, at: now, into: &choiceNotices)
      }
      served = PassedFix(identity: identity, fix: fix)
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
