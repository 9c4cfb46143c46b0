// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// The talkers on a line, and which of them cannot be one receiver.
///
/// One receiver may use several talkers. Two that report different places in the same kind of sentence for the same
/// instant, again and again, are two receivers. Then one is followed: the one with the better sentences, or else the one
/// that came first, for as long as it reports positions.
struct Speakers: Sendable {
  /// A set of talkers, by their places.
  struct Members: OptionSet, Sendable {
    var rawValue: UInt32

    func contains(_ speaker: Int) -> Bool { rawValue & 1 << UInt32(speaker) != 0 }
    mutating func insert(_ speaker: Int) { rawValue |= 1 << UInt32(speaker) }
  }

  private struct Speaker: Sendable {
    /// `nil` stands for all proprietary sentences.
    let talker: Talker?
    /// The best rank of a sentence with a position.
    var rank = 0
    var disagreements = 0
    var leftOut = 0
  }

  /// How many times talkers must disagree about the position at the same instant to be two receivers.
  static let leastDisagreements = 3
  /// More talkers than any line has; any others count as the last one.
  private static let most = 16

  /// More positions than two receivers send while their clocks are a second apart.
  private static let mostRecent = 16

  private var speakers: [Speaker] = []
  /// The last sentences with a position; once it is full, the oldest is overwritten.
  private var recent: [TimedSentence] = []
  private var oldest = 0
  private var followed = 0
  /// The time of the last position that was not another receiver's, nanoseconds of the day.
  private var latest: Int64 = 0

  /// How many sentences of each talker were left out because another receiver was followed.
  var leftOut: [(talker: Talker, count: Int)] {
    speakers.compactMap { speaker in
      speaker.leftOut == 0 ? nil : speaker.talker.map { ($0, speaker.leftOut) }
    }
  }

  @inline(__always)
  mutating func index(of talker: Talker?) -> Int {
    for index in speakers.indices where speakers[index].talker == talker { return index }
    return add(talker)
  }

  @inline(never)
  private mutating func add(_ talker: Talker?) -> Int {
    if speakers.count < Self.most { speakers.append(Speaker(talker: talker)) }
    return speakers.count - 1
  }

  mutating func leaveOut(_ speaker: Int) { speakers[speaker].leftOut += 1 }

  /// Whether a sentence comes from a receiver that disagrees with the one that is followed.
  @inline(__always)
  mutating func rejects(_ sentence: TimedSentence, patience: Int64) -> Bool {
    speakers.count > 1 && isRival(sentence, patience)
  }

  @inline(never)
  private mutating func isRival(_ sentence: TimedSentence, _ patience: Int64) -> Bool {
    let speaker = sentence.speaker
    if sentence.position != nil { compare(sentence) }
    if sentence.rank > speakers[speaker].rank { speakers[speaker].rank = sentence.rank }
    let isRival = speaker != followed && disagrees(speaker) && disagrees(followed)
    guard sentence.position != nil else { return isRival }
    let isBetter = speakers[speaker].rank > speakers[followed].rank
    if isRival, !isBetter, timeDifference(sentence.time, latest) <= patience { return true }
    if isRival { followed = speaker }
    latest = sentence.time
    return false
  }

  private func disagrees(_ speaker: Int) -> Bool {
    speakers[speaker].disagreements >= Self.leastDisagreements
  }

  /// Counts talkers that report different positions in the same kind of sentence for the same instant.
  private mutating func compare(_ sentence: TimedSentence) {
    let other = recent.first {
      $0.time == sentence.time && $0.kind == sentence.kind && $0.speaker != sentence.speaker
    }
    if recent.count < Self.mostRecent {
      recent.append(sentence)
    } else {
      recent[oldest] = sentence
      oldest = (oldest + 1) % Self.mostRecent
    }
    guard let other, let here = sentence.position, let there = other.position,
      // A few centimeters: one receiver may print different decimals for its talkers.
      !here.isWithin(1e-6, of: there)
    else { return }
    for speaker in [sentence.speaker, other.speaker] where !disagrees(speaker) {
      speakers[speaker].disagreements += 1
    }
  }
}
