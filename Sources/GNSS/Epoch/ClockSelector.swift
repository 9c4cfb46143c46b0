// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Chooses which receiver to follow if several report on one line.
///
/// A multiplexer puts two receivers on a line, and a plotter repeats positions that it has received, some of them for
/// minutes. They can be told apart by their clocks, which differ by more than the sentences of one receiver do, or by
/// different positions for the same instant. Then one talker is followed: the one with the better sentences, or else
/// the one that came first, for as long as its time advances.
///
/// One receiver may use several talkers, and change them. While their times and positions agree, no sentence is left
/// out.
struct ClockSelector: Sendable {
  /// The relevant parts of a sentence with a time.
  struct TimedSentence {
    var talker: Talker
    var kind: Contribution
    /// Nanoseconds of the day.
    var time: Int64
    var position: Coordinate?
  }

  /// The most by which sentences of one receiver differ: some run a second or two ahead of others, or behind.
  static let tolerance: Int64 = 2_500_000_000
  /// For how long the clock that is followed may stand still while another advances.
  static let patience: Int64 = 3_000_000_000
  /// How many times talkers must disagree about the position at the same instant to be two receivers.
  static let leastDisagreements = 3
  /// More talkers than any line has.
  private static let mostTalkers = 16

  /// Whether the last sentence came from the receiver that is followed: a sentence without a time belongs to it.
  private(set) var isFollowing = true
  /// How many sentences of each talker were left out because another receiver was followed.
  private(set) var leftOut: [(talker: Talker, count: Int)] = []

  private var followed: Talker?
  /// The latest time of the receiver that is followed.
  private var newest: Int64 = 0
  /// The best kind of sentence that each talker has sent.
  private var ranks: [(talker: Talker, rank: Int)] = []
  /// Another clock, and its time when it was first seen after the last advance of the clock that is followed.
  private var waiting: (talker: Talker, since: Int64)?
  /// The time from which the clock that is followed was set back, and whether it turned out to be two clocks.
  private var setBackFrom: Int64?
  private var isTwofold = false
  /// The last sentence of each kind with a position, and how often each talker has disagreed with another about one.
  private var last: [TimedSentence] = []
  private var disagreements: [(talker: Talker, count: Int)] = []

  /// Whether a sentence comes from the receiver that is followed.
  mutating func follows(_ sentence: TimedSentence) -> Bool {
    // Errors belong to the position before them, as does every sentence without a time.
    guard sentence.kind.isJudgement else { return isFollowing }
    let isFollowed = decide(sentence)
    if !isFollowed { countOut(sentence.talker) }
    // A position alone is often a plotter's, inserted into what the receiver sends.
    if isFollowed || Self.rank(sentence.kind) > 0 { isFollowing = isFollowed }
    return isFollowed
  }

  private mutating func countOut(_ talker: Talker) {
    if let index = leftOut.firstIndex(where: { $0.talker == talker }) {
      leftOut[index].count += 1
    } else if leftOut.count < Self.mostTalkers {
      leftOut.append((talker, 1))
    }
  }

  private mutating func decide(_ sentence: TimedSentence) -> Bool {
    let rank = learnRank(of: sentence)
    guard let followed else { return follow(sentence) }
    if sentence.position != nil { compare(sentence) }
    let ahead = Self.difference(sentence.time, newest)
    let isOther = sentence.talker != followed
    let isRival = isOther && disagrees(followed) && disagrees(sentence.talker)
    if abs(ahead) <= Self.tolerance, !isRival {
      if ahead > 0 { advance(to: sentence.time) }
      return true
    }
    if !isOther { return followsOwnStep(ahead, sentence) }
    if rank > ranks.first(where: { $0.talker == followed })?.rank ?? 0 { return follow(sentence) }
    return outlasts(sentence)
  }

  /// Follows a step of the clock that is followed: it was set, has missed sentences, or is two clocks with one name.
  private mutating func followsOwnStep(_ ahead: Int64, _ sentence: TimedSentence) -> Bool {
    if ahead < 0 {
      // Only a sentence that gives a position and all that belongs to it is trusted to set a clock.
      guard !isTwofold, Self.rank(sentence.kind) > 0 else { return outlasts(sentence) }
      setBackFrom = newest
    } else if let from = setBackFrom {
      let sinceThen = Self.difference(sentence.time, from)
      isTwofold = sinceThen > 0 && sinceThen < 10_000_000_000
      setBackFrom = nil
    }
    return follow(sentence)
  }

  /// Whether another clock has advanced for so long that the one that is followed must have stopped.
  private mutating func outlasts(_ sentence: TimedSentence) -> Bool {
    guard let waiting, waiting.talker == sentence.talker else {
      waiting = (sentence.talker, sentence.time)
      return false
    }
    let since = Self.difference(sentence.time, waiting.since)
    if since < 0 { self.waiting?.since = sentence.time }
    return since >= Self.patience && follow(sentence)
  }

  private mutating func follow(_ sentence: TimedSentence) -> Bool {
    followed = sentence.talker
    advance(to: sentence.time)
    return true
  }

  private mutating func advance(to time: Int64) {
    newest = time
    waiting = nil
  }

  /// Counts talkers that report different positions in the same kind of sentence at the same instant.
  private mutating func compare(_ sentence: TimedSentence) {
    guard let index = last.firstIndex(where: { $0.kind == sentence.kind }) else {
      last.append(sentence)
      return
    }
    let other = last[index]
    last[index] = sentence
    guard other.talker != sentence.talker, other.time == sentence.time,
      let here = sentence.position,
      let there = other.position
    else { return }
    // A few centimeters: one receiver may print different decimals for its talkers.
    let distance = max(abs(here.latitude - there.latitude), abs(here.longitude - there.longitude))
    guard distance > 1e-6 else { return }
    for talker in [sentence.talker, other.talker] {
      if let index = disagreements.firstIndex(where: { $0.talker == talker }) {
        disagreements[index].count = min(disagreements[index].count + 1, Self.leastDisagreements)
      } else if disagreements.count < Self.mostTalkers {
        disagreements.append((talker, 1))
      }
    }
  }

  private func disagrees(_ talker: Talker) -> Bool {
    disagreements.contains { $0.talker == talker && $0.count >= Self.leastDisagreements }
  }

  private mutating func learnRank(of sentence: TimedSentence) -> Int {
    let rank = sentence.position == nil ? 0 : Self.rank(sentence.kind)
    guard let index = ranks.firstIndex(where: { $0.talker == sentence.talker }) else {
      if ranks.count < Self.mostTalkers { ranks.append((sentence.talker, rank)) }
      return rank
    }
    if rank > ranks[index].rank { ranks[index].rank = rank }
    return ranks[index].rank
  }

  /// Returns how much a kind of sentence tells about a fix.
  private static func rank(_ kind: Contribution) -> Int {
    switch kind {
    case .gga, .gns: 2
    case .rmc: 1
    default: 0
    }
  }

  /// Returns how far a time of day is ahead of another, across midnight if that is shorter.
  private static func difference(_ time: Int64, _ other: Int64) -> Int64 {
    let step = time - other
    if step > nanosecondsPerDay / 2 { return step - nanosecondsPerDay }
    return step < -nanosecondsPerDay / 2 ? step + nanosecondsPerDay : step
  }
}
