// Core Location for Linux. SPDX-License-Identifier: MIT

/// Counts what was found in a recording.
package struct AuthenticationTally: Sendable {
  package enum Status: String, Sendable {
    /// Messages are authentic, and nothing was wrong.
    case verified
    /// Something whole was proven wrong.
    case failed
    /// Nothing was authenticated, or the service says not to use it.
    case unknown
  }

  package struct Figures: Hashable, Sendable {
    package var tagsVerified = 0
    package var tagsFailed = 0
    package var messagesAuthenticated = 0
  }

  /// The figures of all satellites.
  package private(set) var total = Figures()
  /// The figures of each satellite whose data tags cover.
  package private(set) var satellites: [Int: Figures] = [:]
  /// The sub-frames whose key belongs to a signed chain.
  package private(set) var keysVerified = 0
  /// The different root keys, each with its header, whose signature is valid.
  package private(set) var rootKeysVerified = 0
  /// Seconds from the beginning of the first page to the end of the one with which the first message was authenticated.
  package private(set) var firstVerdict: Int?
  /// What was proven wrong, apart from tags.
  package private(set) var failures: Set<Failure> = []

  package enum Failure: Hashable, Sendable { case key, rootKey, publicKey }

  /// Whether pages said another time than the receiver.
  package private(set) var hasOtherTimes = false
  /// Whether it was known of a page when it began.
  package var hasTimes: Bool { firstPage != nil }
  /// The pages of I/NAV, whether anything can be made of them or not.
  package private(set) var pages = 0

  private var firstPage: GalileoTime?
  /// The tags that have been counted in each sub-frame, by sender; keys have the number 0.
  private var counted: [GalileoTime: [Int: UInt16]] = [:]
  private var rootKeys: Set<NavigationVerdict> = []

  /// The most sub-frames and root keys of which repetitions are noticed.
  private static let mostCounted = 10_000

  package init() {}

  package mutating func add(_ page: NavigationPage) {
    pages += 1
    if firstPage == nil { firstPage = page.start }
  }

  package mutating func add(_ verdict: NavigationVerdict) {
    switch verdict {
    case .tag(let tag, let isRight):
      guard isNew(tag.subframe, tag.sender, tag.counter) else { return }
      add(to: tag.satellite) {
        $0.tagsVerified += isRight ? 1 : 0
        $0.tagsFailed += isRight ? 0 : 1
      }
    case .message(let message):
      add(to: message.satellite) { $0.messagesAuthenticated += 1 }
      if firstVerdict == nil, let firstPage { firstVerdict = message.authenticatedAt - firstPage }
    case .key(let subframe): if isNew(subframe, 0, 0) { keysVerified += 1 }
    case .rootKey:
      if rootKeys.count == Self.mostCounted { rootKeys = [] }
      if rootKeys.insert(verdict).inserted { rootKeysVerified += 1 }
    case .wrongKey: failures.insert(.key)
    case .wrongRootKey: failures.insert(.rootKey)
    case .wrongPublicKey: failures.insert(.publicKey)
    case .otherTime: hasOtherTimes = true
    case .publicKey, .alert: break
    }
  }

  private mutating func add(to satellite: Int, _ count: (inout Figures) -> Void) {
    count(&total)
    count(&satellites[satellite, default: Figures()])
  }

  private mutating func isNew(_ subframe: GalileoTime, _ sender: Int, _ counter: UInt8) -> Bool {
    if counted.count >= Self.mostCounted && counted[subframe] == nil { counted = [:] }
    let bit: UInt16 = 1 << UInt16(counter & 15)
    guard (counted[subframe]?[sender] ?? 0) & bit == 0 else { return false }
    counted[subframe, default: [:]][sender, default: 0] |= bit
    return true
  }

  /// - Parameter standing: That of the authenticator at the end.
  package func status(_ standing: SignatureStanding) -> Status {
    if total.tagsFailed > 0 || !failures.isEmpty { return .failed }
    guard total.messagesAuthenticated > 0 else { return .unknown }
    switch standing {
    case .inService, .unsigned: return .verified
    case .doNotUse, .alert: return .unknown
    }
  }
}
