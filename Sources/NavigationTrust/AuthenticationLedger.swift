// Core Location for Linux. SPDX-License-Identifier: MIT

import NavigationAuthentication

/// What the verdicts of the last minutes say about the satellites of a live receiver.
///
/// It decides what a recording need not: when a forgery is certain. A page has a checksum, so a bit error is none. But in genuine
/// recordings a tag or two do not match, when a satellite changes a word unannounced, and all of these concern one satellite and
/// one moment.
struct AuthenticationLedger: Sendable {
  /// For how long a tag counts, seconds.
  ///
  /// One with a late key is 330 s old when it is judged.
  static let validity = 600
  /// For how long a forgery is reported after it was last seen, seconds.
  static let hold = 600
  /// How many tags have to be wrong, sent in how many sub-frames and concerning how many satellites.
  static let (leastTags, leastSubframes, leastSatellites) = (4, 2, 2)

  private var time: GalileoTime?
  /// The sub-frame of the last tag over the ephemeris of each satellite that was right, and of the last that was wrong.
  private var signed: [Int: GalileoTime] = [:]
  private var wrong: [Int: GalileoTime] = [:]
  /// The tags that were wrong lately.
  private var wrongTags: [NavigationVerdict.Tag] = []
  /// When a forgery was last seen.
  private var forgery: GalileoTime?

  /// When a page last said another time than the receiver.
  private var contradiction: GalileoTime?

  /// More tags than are needed, and fewer than a forger can send.
  private static let mostWrongTags = 64

  /// Advances to the receiver's time; one that goes back by more than a rounding error forgets everything but a forgery.
  mutating func elapse(to now: GalileoTime) {
    guard let time, now < time else {
      time = now
      return
    }
    guard time - now > 2 else { return }
    (signed, wrong, wrongTags, contradiction) = ([:], [:], [], nil)
    if forgery != nil { forgery = now }
    self.time = now
  }

  /// - Parameter isInService: whether a signed header says that the service can be used.
  mutating func received(_ verdict: NavigationVerdict, isInService: Bool) {
    switch verdict {
    case .tag(let tag, true):
      if tag.kind.data == .ephemeris { signed.raise(tag.satellite, to: tag.subframe) }
    case .tag(let tag, false):
      if tag.kind.data == .ephemeris { wrong.raise(tag.satellite, to: tag.subframe) }
      add(wrong: tag)
    case .wrongKey, .wrongRootKey: forgery = time
    // Before anything is verified, it rather means that the trusted tree is an old one.
    case .wrongPublicKey: if isInService { forgery = time }
    case .otherTime: contradiction = time
    case .message, .key, .rootKey, .publicKey, .alert: break
    }
  }

  private mutating func add(wrong tag: NavigationVerdict.Tag) {
    wrongTags.removeAll { tag.subframe - $0.subframe > Self.validity }
    if wrongTags.count == Self.mostWrongTags { wrongTags.removeFirst() }
    wrongTags.append(tag)
    // A tag concerns the satellite that sent it and the one whose data it covers.
    let satellites = Set(wrongTags.map(\.satellite)).union(wrongTags.map(\.sender))
    if wrongTags.count >= Self.leastTags, satellites.count >= Self.leastSatellites,
      Set(wrongTags.map(\.subframe)).count >= Self.leastSubframes
    {
      forgery = time
    }
  }

  /// Whether the navigation data are certainly not what Galileo has signed.
  var isForged: Bool {
    guard let time, let forgery else { return false }
    return time - forgery <= Self.hold
  }

  /// Whether pages of the last minute said another time than the receiver.
  var isContradicted: Bool {
    guard let time, let contradiction else { return false }
    return time - contradiction <= 60
  }

  /// Whether the present data of a satellite are signed.
  func isSigned(_ satellite: Int) -> Bool {
    guard let time, let right = signed[satellite], time - right <= Self.validity else {
      return false
    }
    return wrong[satellite].map { $0 < right } ?? true
  }
}

extension [Int: GalileoTime] {
  fileprivate mutating func raise(_ satellite: Int, to time: GalileoTime) {
    self[satellite] = Swift.max(self[satellite] ?? time, time)
  }
}
