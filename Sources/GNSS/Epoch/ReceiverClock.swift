// Core Location for Linux. SPDX-License-Identifier: MIT

/// A clock by which times on a line advance, and what is sent by it.
struct ReceiverClock: Sendable {
  var speakers: Speakers.Members = []
  /// The best rank of a sentence with a position.
  var rank = 0
  /// The latest time, nanoseconds of the day.
  var latest: Int64

  // While another clock is followed:
  /// The latest time, plus what the clock that is followed has advanced since.
  private var expected: Int64 = 0
  /// For how long it has advanced since the clock that is followed last had a position, steps back left out.
  private(set) var lead: Int64 = 0
  /// How many times both have advanced in turn.
  var alternations = 0
  /// Whether it is another receiver's beyond doubt.
  var isProven = false

  init(latest: Int64) { self.latest = latest }

  @inline(__always)
  mutating func add(_ sentence: TimedSentence) {
    speakers.insert(sentence.speaker)
    if sentence.rank > rank { rank = sentence.rank }
  }

  // MARK: While another clock is followed

  /// Records that another clock is followed from now on.
  mutating func leave() {
    expected = latest
    lead = 0
  }

  mutating func hear(_ sentence: TimedSentence) {
    add(sentence)
    lead += max(timeDifference(sentence.time, latest), 0)
    latest = sentence.time
    expected = sentence.time
  }

  /// Records that the followed clock has advanced.
  mutating func wait(for step: Int64) { expected = (expected + step) % nanosecondsPerDay }

  /// Records that the followed clock has a position.
  mutating func eclipse() { lead = 0 }

  /// Whether a time is about where it must be by now.
  func isExpected(_ time: Int64, within slack: Int64) -> Bool {
    abs(timeDifference(time, expected)) <= slack
  }

  /// For how long it has not been heard.
  var silence: Int64 { timeDifference(expected, latest) }
}

/// The clocks on a line besides the one that is followed.
struct OtherClocks: Sendable {
  /// How long a clock that is not proven is waited for.
  private static let lifetime: Int64 = 60_000_000_000
  /// More clocks than any line has besides the one that is followed.
  private static let most = 3

  private var clocks: [ReceiverClock] = []

  var isEmpty: Bool { clocks.isEmpty }

  subscript(index: Int) -> ReceiverClock {
    get { clocks[index] }
    set { clocks[index] = newValue }
  }

  func firstIndex(where condition: (ReceiverClock) -> Bool) -> Int? {
    clocks.firstIndex(where: condition)
  }

  /// Adds a clock that has not been heard before, and returns where it is.
  mutating func add(_ sentence: TimedSentence) -> Int {
    if clocks.count == Self.most { clocks.remove(at: firstIndex { !$0.isProven } ?? 0) }
    var clock = ReceiverClock(latest: sentence.time)
    clock.hear(sentence)
    clocks.append(clock)
    return clocks.count - 1
  }

  /// Records that the followed clock has advanced.
  mutating func wait(for step: Int64) {
    for index in clocks.indices { clocks[index].wait(for: step) }
    clocks.removeAll { !$0.isProven && $0.silence > Self.lifetime }
  }

  /// Records that the followed clock has a position.
  mutating func eclipse() { for index in clocks.indices { clocks[index].eclipse() } }
}
