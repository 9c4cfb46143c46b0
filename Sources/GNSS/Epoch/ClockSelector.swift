// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Chooses which receiver to follow if several report on one line.
///
/// A multiplexer puts two receivers on a line, and a plotter repeats positions that it has received. They are told apart
/// only by what one receiver cannot do: the line alternates between two clocks that both advance, or reports two places
/// for one instant. A gap, a step of the clock, a change of talker or sentences out of order prove nothing, and every
/// instant that has not been reported yet is a fix.
///
/// Where the clock seems to change, its first instant is set aside: if the clock that is followed goes on, it was not
/// its own. Of two receivers the one with the better sentences is followed, or else the one that came first, for as long
/// as it reports positions.
struct ClockSelector: Sendable {
  typealias Verdict = TimedSentence.Verdict

  enum Sender: Sendable {
    case followed
    /// It is not known yet.
    case doubtful
    case other
  }

  /// The most by which sentences of one receiver differ: some run a second or two ahead of others, or behind.
  static let tolerance: Int64 = 2_500_000_000
  /// The longest time between epochs that counts as regular: receivers that save power report once a minute.
  static let longestPeriod: Int64 = 60_000_000_000
  /// How many times the line must alternate between two clocks of one talker to have two receivers.
  private static let leastAlternations = 2
  /// More sentences without a time and a position than a receiver sends for an instant.
  private static let mostVoids = 8

  /// The sender of the last sentence with a time: a sentence without one comes from the same receiver.
  private(set) var sender = Sender.followed
  /// The time from one instant to the next, nanoseconds; `nil` before the second.
  private(set) var period: Int64?
  /// The time of what has been set aside, and whether that repeats an instant rather than be of another clock.
  private var aside: (time: Int64, isRepeated: Bool)?
  private var speakers = Speakers()
  var instants = RecentInstants()
  var followed = ReceiverClock(latest: 0)
  private var others = OtherClocks()
  /// The time of the last position of the clock that is followed.
  private var lastPosition: Int64 = -1
  private var lastLate: Int64?
  private var voids = 0
  /// Whether the instant that began last is before others that the same clock has reported.
  var isOutOfOrder: Bool { behind.count > 0 }
  /// The instants before others that fill gaps.
  private var behind = InstantsBehind()
  /// Those that have been reported already, from where the receiver is now: some multiplexers send the last second again.
  private var repeated = InstantsBehind(lasting: 3_000_000_000)
  /// Whether the line is live, so that a clock that was set back must not be silent until it has caught up.
  private let isLive: Bool

  init(isLive: Bool = true) { self.isLive = isLive }

  /// The latest time of the receiver that is followed, nanoseconds of the day; `nil` before the first.
  var latest: Int64? { instants.current.map { _ in followed.latest } }

  /// How many sentences of each talker were left out because another receiver was followed.
  var leftOut: [(talker: Talker, count: Int)] { speakers.leftOut }

  var hasClockAside: Bool { aside.map { !$0.isRepeated } ?? false }

  /// Returns what a sentence with a time is to the receiver that is followed.
  mutating func judge(
    _ kind: Contribution, of talker: Talker?, at time: Int64, _ position: Coordinate?
  ) -> Verdict {
    let sentence = TimedSentence(
      speaker: speakers.index(of: talker), kind: kind, time: time, position: position)
    let verdict = speakers.rejects(sentence, patience: patience) ? .foreign : place(sentence)
    switch verdict {
    case .current, .new, .newAfterAside: sender = .followed
    case .late: break
    // A position alone is often a plotter's, inserted into what the receiver sends.
    case .aside: if kind.rank > Contribution.gll.rank { sender = .doubtful }
    case .foreign:
      speakers.leaveOut(sentence.speaker)
      if kind.rank > Contribution.gll.rank { sender = .other }
    }
    return verdict
  }

  /// Whether a sentence without a time that has no position says that the receiver that is followed has none.
  ///
  /// Another talker may have none yet where this one has.
  mutating func isLoss(_ talker: Talker?) -> Bool {
    guard followed.rank > 0, !followed.speakers.contains(speakers.index(of: talker)) else {
      return true
    }
    voids += 1
    return voids > Self.mostVoids
  }

  // MARK: One clock

  private mutating func place(_ sentence: TimedSentence) -> Verdict {
    if instants.isCurrent(sentence.time) { return join(sentence) }
    guard instants.current != nil else { return begin(sentence) }
    let ahead = timeDifference(sentence.time, followed.latest)
    if ahead > RecentInstants.sameInstant, ahead <= Self.tolerance {
      return advance(by: ahead, sentence)
    }
    return placeApart(sentence, ahead)
  }

  /// Judges a sentence that does not continue the clock that is followed.
  @inline(never)
  private mutating func placeApart(_ sentence: TimedSentence, _ ahead: Int64) -> Verdict {
    let isKnown = followed.speakers.contains(sentence.speaker)
    if !isKnown, let index = others.firstIndex(where: { $0.isProven && isOf($0, sentence) }) {
      return hear(index, sentence)
    }
    if let place = instants.place(of: sentence.time, before: followed.latest) {
      return late(sentence, at: place, isNear: ahead >= -Self.tolerance, isKnown: isKnown)
    }
    if let lastLate, ahead < 0, RecentInstants.isSame(sentence.time, lastLate) { return .late }
    if !isKnown, let index = others.firstIndex(where: { isOf($0, sentence) }) {
      return hear(index, sentence)
    }
    // The midnight that follows a leap second.
    if ahead >= 0, ahead <= (isKnown ? slack : Self.tolerance) {
      return advance(by: ahead, sentence)
    }
    if ahead < 0, ahead >= -Self.tolerance || (isKnown && isMissing(sentence.time, ahead)) {
      return begin(sentence, isLatest: false)
    }
    if let index = others.firstIndex(where: {
      isExpected($0, sentence.time) || continues($0, sentence.time)
    }) {
      return hear(index, sentence)
    }
    guard isKnown, ahead > 0 else { return step(sentence) }
    // After a gap, nothing shows that what was set aside was not its own.
    return advance(by: ahead, sentence, as: hasClockAside ? .newAfterAside : .new)
  }

  private func isMissing(_ time: Int64, _ ahead: Int64) -> Bool {
    ahead >= -RecentInstants.reach && instants.hasGap(at: time, before: followed.latest)
  }

  @inline(__always)
  private mutating func join(_ sentence: TimedSentence) -> Verdict {
    let isFirst = instants.add(sentence.kind, sentence.position)
    if aside != nil {
      if isFirst {
        aside = nil
      } else if continuesRepetition(sentence) {
        return begin(sentence, as: .newAfterAside)
      }
    }
    learn(sentence)
    return .current
  }

  private mutating func advance(
    by step: Int64, _ sentence: TimedSentence, as verdict: Verdict = .new
  ) -> Verdict {
    if step > 0, step <= Self.longestPeriod { period = step }
    if !others.isEmpty { others.wait(for: step) }
    return begin(sentence, as: verdict)
  }

  private mutating func begin(
    _ sentence: TimedSentence, isLatest: Bool = true, as verdict: Verdict = .new
  ) -> Verdict {
    if isLatest || behind.add(sentence.time) {
      behind.end()
      followed.latest = sentence.time
    }
    repeated.end()
    instants.begin(at: sentence.time)
    _ = instants.add(sentence.kind, sentence.position)
    aside = nil
    voids = 0
    learn(sentence)
    return verdict
  }

  @inline(__always)
  private mutating func learn(_ sentence: TimedSentence) {
    followed.add(sentence)
    guard sentence.position != nil, sentence.time != lastPosition else { return }
    lastPosition = sentence.time
    others.eclipse()
  }

  /// Judges a sentence about an instant that is over: if its kind has come before, the clock may have been set back.
  private mutating func late(
    _ sentence: TimedSentence, at place: Int, isNear: Bool, isKnown: Bool
  ) -> Verdict {
    let position = instants[place].position
    let isRepeated = isKnown && instants[place].isRepeated(by: sentence.position)
    let isFirst = instants[place].add(sentence.kind, sentence.position)
    // Ten meters: a plotter may round what it repeats.
    if !isKnown, !isNear, let position, sentence.position?.isWithin(1e-4, of: position) == false {
      return .foreign
    }
    lastLate = sentence.time
    // A multiplexer or a logger has sent it again: nobody has moved, but a clock that was set back would go on elsewhere.
    if isRepeated {
      // At rest, one that was set back goes on with the same.
      let isAtRest = instants.current?.isAt(sentence.position) == true
      return isLive && isAtRest && repeated.add(sentence.time) ? begin(sentence) : .late
    }
    if !isKnown, sentence.rank > Contribution.gll.rank { sender = .other }
    let isAside = aside.map { RecentInstants.isSame(sentence.time, $0.time) } ?? false
    // A sentence that never has a position does not show where the clock goes on.
    let showsNothing = sentence.position == nil && sentence.kind.rank == 0 && !isAside
    if isFirst || !isKnown || hasClockAside || showsNothing { return .late }
    if continuesRepetition(sentence) { return begin(sentence, as: .newAfterAside) }
    aside = (sentence.time, isRepeated: true)
    return .aside(isFirst: !isAside)
  }

  /// Whether the time follows that of sentences that repeat an instant.
  private func continuesRepetition(_ sentence: TimedSentence) -> Bool {
    guard let aside, aside.isRepeated else { return false }
    let step = timeDifference(sentence.time, aside.time)
    return step > RecentInstants.sameInstant && step <= slack
  }

  // MARK: Several clocks

  /// The most by which two clocks of the same pace seem to differ in pace.
  var slack: Int64 { max(Self.tolerance, period ?? 0) }

  /// For how long the clock that is followed may have no position while another does.
  private var patience: Int64 { max(3_000_000_000, 2 * (period ?? 0)) }

  private func isExpected(_ clock: ReceiverClock, _ time: Int64) -> Bool {
    clock.isExpected(time, within: clock.isProven ? patience : slack)
  }

  /// Whether a time continues the clock that is set aside, while the one that is followed stands still.
  private func continues(_ clock: ReceiverClock, _ time: Int64) -> Bool {
    let step = timeDifference(time, clock.latest)
    return isAside(clock) && clock.silence == 0 && step > 0 && step <= Self.longestPeriod
  }

  private func isAside(_ clock: ReceiverClock) -> Bool {
    aside.map { !$0.isRepeated && $0.time == clock.latest } ?? false
  }

  /// Whether a sentence of a talker that the clock that is followed does not have is another clock's.
  private func isOf(_ clock: ReceiverClock, _ sentence: TimedSentence) -> Bool {
    guard clock.speakers.contains(sentence.speaker) else { return false }
    return clock.isProven || isAside(clock) || isExpected(clock, sentence.time)
      || RecentInstants.isSame(sentence.time, clock.latest)
  }

  private mutating func hear(_ index: Int, _ sentence: TimedSentence) -> Verdict {
    let step = timeDifference(sentence.time, others[index].latest)
    let isAside = isAside(others[index])
    let isDisjoint = others[index].speakers.isDisjoint(with: followed.speakers)
    let haveBothAdvanced = step > 0 && others[index].silence > 0
    if !others[index].isProven, abs(step) <= RecentInstants.sameInstant {
      others[index].add(sentence)
      if isAside { return .aside(isFirst: false) }
      // A plotter repeats an old position.
      return others[index].silence > 0 && isDisjoint ? .foreign : .late
    }
    others[index].hear(sentence)
    if isAside, step > 0 { return follow(index, sentence, as: .newAfterAside) }
    if haveBothAdvanced, !others[index].isProven {
      others[index].alternations += 1
      let isProven = isDisjoint || others[index].alternations >= Self.leastAlternations
      others[index].isProven = isProven
      followed.isProven = isProven
    }
    guard others[index].isProven else {
      aside = (sentence.time, isRepeated: false)
      return .aside(isFirst: true)
    }
    let isPreferred = others[index].rank > followed.rank || others[index].lead > patience
    return isPreferred && sentence.position != nil ? follow(index, sentence) : .foreign
  }

  private mutating func follow(
    _ index: Int, _ sentence: TimedSentence, as verdict: Verdict = .new
  ) -> Verdict {
    swap(&followed, &others[index])
    others[index].leave()
    return begin(sentence, as: verdict)
  }

  /// Adds a clock that has not been seen before, and follows it at once if the one before it never had a position.
  private mutating func step(_ sentence: TimedSentence) -> Verdict {
    let index = others.add(sentence)
    if followed.rank == 0 { return follow(index, sentence) }
    aside = (sentence.time, isRepeated: false)
    return .aside(isFirst: true)
  }
}
