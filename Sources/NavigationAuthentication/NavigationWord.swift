// Core Location for Linux. SPDX-License-Identifier: MIT

/// A word of the I/NAV message: 128 bits.
struct NavigationWord: Hashable, Sendable {
  private let value: UInt128

  init(_ value: UInt128) { self.value = value }

  /// The number in a range of bits, of which bit 0 is the first sent.
  func bits(_ range: Range<Int>) -> UInt128 {
    value >> UInt128(128 - range.upperBound) & (1 << UInt128(range.count) - 1)
  }

  /// The type of the word: 1 to 5 ephemeris, clock and health, 6 and 10 conversion of times.
  var type: Int { Int(bits(0..<6)) }

  /// Whether it is a dummy word, beside which the fields for signatures are filled with a pattern, too.
  var isFilling: Bool { type == 63 }

  /// The issue of data (IODnav), which words 1 to 4 have.
  var issueOfData: Int { Int(bits(6..<16)) }

  /// What is covered of word 5.
  var health: UInt128 { bits(6..<73) }

  /// The time at which its page began, as far as the word says it: the week modulo 4096, and seconds of the week.
  var time: (week: Int?, timeOfWeek: Int)? {
    switch type {
    case 0 where bits(6..<8) == 2: (Int(bits(96..<108)), Int(bits(108..<128)))
    case 5: (Int(bits(73..<85)), Int(bits(85..<105)))
    case 6: (nil, Int(bits(105..<125)))
    default: nil
    }
  }
}

/// What a tag covers.
package enum DataKind: Hashable, Sendable, CaseIterable {
  /// Ephemeris, clock, ionosphere and health: words 1 to 5 (ADKD 0 and 12).
  case ephemeris
  /// The offsets to UTC and to GPS time: words 6 and 10 (ADKD 4).
  case timing

  /// The words, and the bits of them that are covered.
  var words: [(type: Int, bits: Range<Int>)] {
    switch self {
    case .ephemeris: [(1, 6..<126), (2, 6..<126), (3, 6..<128), (4, 6..<126), (5, 6..<73)]
    case .timing: [(6, 6..<105), (10, 86..<128)]
    }
  }
}

/// The data of a satellite that a tag can cover.
struct NavigationData: Hashable, Sendable {
  /// All covered bits, in the order of the words.
  var bits: BitString
  /// The sub-frame in which the one of its words was heard that has not been heard for the longest time.
  var heardSince: GalileoTime
  /// Of an ephemeris.
  var issueOfData: Int?
}

/// The newest words that a satellite has sent.
struct HeardWords: Sendable {
  private var words: [Int: (word: NavigationWord, subframe: GalileoTime)] = [:]
  private(set) var ephemeris: NavigationData?
  private(set) var timing: NavigationData?

  func data(_ kind: DataKind) -> NavigationData? { kind == .ephemeris ? ephemeris : timing }

  /// The covered bits of word 5.
  ///
  /// It may change without the issue of data and the tags taking notice at once.
  var health: UInt128? { words[5]?.word.health }

  /// Adds the words of a sub-frame, in the order in which they were sent.
  mutating func add(_ heard: [NavigationWord], in subframe: GalileoTime) {
    for word in heard where 1...6 ~= word.type || word.type == 10 {
      words[word.type] = (word, subframe)
    }
    ephemeris = joined(.ephemeris)
    timing = joined(.timing)
  }

  /// - Returns: `nil` until all words have been heard, and while words 1 to 4 are of different issues.
  private func joined(_ kind: DataKind) -> NavigationData? {
    let heard = kind.words.compactMap { words[$0.type] }
    guard heard.count == kind.words.count, let oldest = heard.map(\.subframe).min() else {
      return nil
    }
    var issue: Int?
    if kind == .ephemeris {
      let issues = Set(heard.prefix(4).map(\.word.issueOfData))
      guard issues.count == 1 else { return nil }
      issue = issues.first
    }
    var bits = BitString(capacity: 549)
    for (part, heard) in zip(kind.words, heard) {
      bits.append(heard.word.bits(part.bits), count: part.bits.count)
    }
    // Data that has not changed shares its memory with what is kept of earlier sub-frames.
    if let known = data(kind)?.bits, known == bits { bits = known }
    return NavigationData(bits: bits, heardSince: oldest, issueOfData: issue)
  }
}
