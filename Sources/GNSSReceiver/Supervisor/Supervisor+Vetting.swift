// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What sources have reported is vetted here before a listener sees it, so that another one takes over without a gap,
// and without a fix that was passed on before.

import GNSS
import LocationProtocols

/// A fix that has been passed on, and the session it is from.
struct PassedFix {
  var index: Int
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
  /// 3. What each source needs becomes actions. The reports of the active one are passed on, except fixes that
  ///    are not newer than its predecessor's last one. Those of others are discarded, or first copied as a standby's.
  /// 4. The notices about the choice follow, and the status if it has changed.
  mutating func settle(at now: Duration, into effects: inout Effects) {
    if sessions.count > 1 {
      for index in sessions.indices {
        informChoice(of: index)
      }
    }
    choose(at: now)
    if reported != active {
      passOnLastEvents(of: reported, unless: active, into: &effects)
      // What follows is of another receiver, which has to be known first.
      if lastPassed != nil || status.current?.source.identity != activeIdentity {
        report(at: now, into: &effects)
      }
      passOnPresent(of: active, at: now, into: &effects)
    }
    for index in sessions.indices {
      if !unvetted[index].actions.isEmpty { act(on: index, into: &effects) }
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

  /// Gives the choice what a session has reported.
  mutating func informChoice(of index: Int) {
    for event in unvetted[index].events {
      switch event.content {
      case .report(.fix(let fix)):
        choice.received(
          fix, of: index, name: event.receiver ?? sessions[index].source.name, in: &sessions,
          at: event.arrival, into: &choiceNotices)
      case .report(.fixLost):
        let isGone = !sessions[index].connection.isOpen
        sessions[index].history?.lost(isGone: isGone)
      case .report(.satellites(let satellites)): sessions[index].history?.satellites = satellites
      default: break
      }
    }
  }

  /// Passes on what a session has reported if it is active, and otherwise discards it.
  mutating func vet(_ index: Int, at now: Duration, into effects: inout Effects) {
    if index == active {
      let first = effects.events.count
      passOn(index, into: &effects)
      if sessions.count > 1 { withholdKnown(from: first, of: index, at: now, in: &effects) }
    } else {
      if options.reportsStandbys { passOnAsStandby(index, into: &effects) }
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

  /// Whether what a source has reported may change which one is active: not if no other one has a fix.
  func isContested(by index: Int) -> Bool {
    index != active || index != lastPassed?.index || ReceiverChoice.hasRival(index, in: sessions)
  }

  /// Passes on what a receiver on standby has reported, for clients that may not read the active one.
  ///
  /// Only ports have rights of their own. A program's reports name its receiver, which may be called like a port here.
  private func passOnAsStandby(_ index: Int, into effects: inout Effects) {
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

  /// Passes on the last events of a source that was active, unless its successor has a fix: then the fix is not lost.
  private mutating func passOnLastEvents(
    of index: Int?, unless successor: Int?, into effects: inout Effects
  ) {
    guard let index else { return }
    if let successor, sessions[successor].hasFix { return }
    passOn(index, into: &effects)
  }

  /// Passes on what a standby that takes over has reported last.
  private mutating func passOnPresent(
    of index: Int?, at now: Duration, into effects: inout Effects
  ) {
    guard sessions.count > 1, lastPassed != nil, let index,
      let history = sessions[index].history
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
    // Between its own fixes, another one may have been active that had none to pass on.
    if !hasReported, history.hasFix(at: now), let fix = history.fix, fix != lastPassed?.fix {
      pass(.fix(fix))
    }
    withholdKnown(from: first, of: index, at: now, in: &effects)
  }

  /// Removes fixes of a receiver that has taken over which are not newer than the last one of its predecessor.
  ///
  /// - Parameter first: the index of its first event among those to pass on.
  private mutating func withholdKnown(
    from first: Int, of index: Int, at now: Duration, in effects: inout Effects
  ) {
    var position = first
    while position < effects.events.count {
      guard let fix = effects.events[position].fix else {
        position += 1
        continue
      }
      if lastPassed?.index != index {
        if let lastPassed {
          // The times of the fallback are those of its answers, so that they do not order positions.
          if lastPassed.fix.source == nil, Self.isKnown(fix, after: lastPassed.fix) {
            effects.events.remove(at: position)
            continue
          }
          if let meters = FixComparison.jump(from: lastPassed.fix, to: fix) {
            let name = sessions[index].history?.name ?? sessions[index].source.name
            choiceNotices.append(.jump(to: name, meters: meters))
          }
        }
        choice.served(
          index, after: lastPassed?.index, of: &sessions, at: now, into: &choiceNotices)
      }
      lastPassed = PassedFix(index: index, fix: fix)
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
