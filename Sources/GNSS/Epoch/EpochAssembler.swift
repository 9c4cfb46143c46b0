// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Gathers what a receiver reports about each instant, and knows when that is complete.
///
/// ``ClockSelector`` says which sentence begins an instant. Its epoch ends as early as can be known: with the last
/// sentence that this receiver is known to contribute to a fix, else with a sentence of another time, else when the line
/// has been quiet. What comes after its end is dropped.
struct EpochAssembler: Sendable {
  /// How far the newest epoch has come.
  private enum Phase: Sendable {
    case none
    case open
    /// Ended by its last sentence, or by another time.
    case complete
    /// Ended by a pause.
    case cut
    /// Ended by a pause that was too short: more has come since.
    case cutTooEarly
  }

  /// What has come since the line was last quiet, of what adds to a fix.
  ///
  /// Sentences are `held` that came after a pause and have no time: they open a burst, unless the next sentence shows
  /// that they ended one.
  private enum Burst: Sendable {
    case nothing(held: Bool)
    case timeless(held: Bool)
    case timed

    var isQuiet: Bool { if case .nothing = self { true } else { false } }

    var isTimeless: Bool { if case .timed = self { false } else { true } }

    var isHolding: Bool {
      switch self {
      case .nothing(let held), .timeless(let held): held
      case .timed: false
      }
    }
  }

  /// The epoch being gathered, or the last one; meaningless before the first.
  private(set) var epoch = Epoch(time: nil)
  /// The epoch of an instant that may be another receiver's.
  private var aside = Epoch(time: nil)
  private var phase = Phase.none
  private var burst = Burst.timed
  private var heard: Contribution.Kinds = []
  private var cycle = CycleLearner(kinds: Contribution.slots)
  private var orders = TimelessOrders()
  /// Sentences without a time that wait for the epoch to which they belong.
  private var held: [TimelessSentence] = []
  private var pauseFactor: Int64 = 1

  /// How much of the receiver's time has been seen, and how much is needed to know its cycle.
  ///
  /// In two seconds, a sentence that is sent once a second has come twice.
  private var observed: Int64 = 0
  private static let leastObserved: Int64 = 2_000_000_000

  /// More sentences without a time than any receiver sends for one epoch.
  static let mostHeld = 32

  var hasBegun: Bool { phase != .none }

  var isOpen: Bool { phase == .open }

  var hasFixAside: Bool { aside.hasFix }

  /// The length of a pause that ends an epoch, nanoseconds.
  ///
  /// A quarter of the time between epochs, at least 10 ms and at most 250 ms; up to three times as long for a receiver
  /// that has continued an epoch after one.
  func pause(period: Int64?) -> Int64 {
    min(max((period ?? 1_000_000_000) / 4, 10_000_000), 250_000_000) * pauseFactor
  }

  // MARK: Ends

  /// Ends the open epoch, which remains in ``epoch``; false if there is none.
  mutating func finish() -> Bool {
    guard isOpen else { return false }
    phase = .complete
    return true
  }

  /// Ends the open epoch because nothing has come for a while; what comes next may open a burst.
  mutating func finishAfterPause() -> Bool {
    burst = .nothing(held: burst.isHolding)
    guard isOpen else { return false }
    phase = .cut
    return true
  }

  /// Ends the epoch that was set aside, which is then in ``epoch``.
  mutating func finishAside() { epoch = aside }

  // MARK: Sentences with a time

  /// - Parameter time: `nil` for a receiver that sends none.
  mutating func begin(at time: UTCTime?, period: Int64?, isOutOfOrder: Bool = false) {
    if case .nothing(held: true) = burst {
      held.removeAll(keepingCapacity: true)
      lengthenPause()
    }
    orders.receivedTime(isNew: true, afterPause: burst.isQuiet)
    burst = .timed
    observed = min(observed + (period ?? 0), Self.leastObserved)
    epoch = Epoch(time: time)
    epoch.isOutOfOrder = isOutOfOrder
    phase = .open
    heard = []
    cycle.begin()
  }

  /// Corrects the time of the open epoch.
  mutating func move(to time: UTCTime) { epoch.time = time }

  /// Adds a sentence about the newest instant; true if it completes the epoch, which ``finish()`` then ends.
  mutating func add<Sentence: TimedContributor>(_ message: Sentence) -> Bool {
    let isComplete = receiveTime()
    if let echo = message.echo { orders.compare(echo) }
    // RMC decides whether there is a position, and GGA or GNS gave a better one than GLL, or said that there is none:
    // GLL is not worth waiting for, and most receivers send it last.
    if message.contribution == .gll, heard.contains(.rmc), !heard.isDisjoint(with: [.gga, .gns]) {
      return isComplete
    }
    return contribute(message) || isComplete
  }

  /// Notes a sentence about an instant that is over.
  mutating func receivedLate() { burst = .timed }

  /// Adds a sentence to the epoch that is set aside, which begins if there is a time.
  mutating func addAside(_ message: some Contributor, at time: UTCTime? = nil) {
    if let time { aside = Epoch(time: time) }
    aside.gather(message)
  }

  /// Notes a time; true if sentences held for it complete the epoch.
  ///
  /// Separate from `add`, so that the compiler does not repeat it for each kind of sentence.
  @inline(never)
  private mutating func receiveTime() -> Bool {
    orders.receivedTime(isNew: false, afterPause: burst.isQuiet)
    burst = .timed
    return !held.isEmpty && releaseHeld()
  }

  // MARK: Sentences without a time

  /// Adds a sentence that belongs to the newest instant or to the next; true if it completes the epoch.
  mutating func add<Sentence: TimelessContributor>(_ message: Sentence) -> Bool {
    let isAfterPause = burst.isTimeless
    let leads = orders.received(Sentence.order, message.echoed, afterPause: isAfterPause)
    guard leads || isAfterPause else { return join(message) }
    if isAfterPause { burst = .timeless(held: !leads) }
    if held.count < Self.mostHeld { held.append(message.held) }
    return false
  }

  /// Adds a sentence to the newest instant; true if it completes the epoch.
  mutating func join(_ message: some Contributor) -> Bool {
    if case .nothing(let isHolding) = burst { burst = .timeless(held: isHolding) }
    return hasBegun && contribute(message)
  }

  func hasHeard(_ kind: Contribution) -> Bool { heard.contains(kind.bit) }

  /// Adds a position without a time to the newest epoch, with the sentences held for that.
  mutating func addTimeless(_ message: some Contributor) {
    _ = receiveTime()
    _ = contribute(message)
  }

  /// Adds the sentences held for this epoch; true if that completes it.
  private mutating func releaseHeld() -> Bool {
    var isComplete = false
    for sentence in held {
      isComplete =
        switch sentence {
        case .vtg(let message): contribute(message)
        case .gsa(let message): contribute(message)
        case .pgrme(let message): contribute(message)
        case .pgrmv(let message): contribute(message)
        }
    }
    held.removeAll(keepingCapacity: true)
    return isComplete
  }

  // MARK: Steps

  /// Adds to the newest epoch; true if that completes it.
  ///
  /// What comes after its end serves only to learn from. If a pause ended it, the end says nothing about which sentence
  /// is the last.
  private mutating func contribute<Sentence: Contributor>(_ message: Sentence) -> Bool {
    let kind = message.contribution
    let isLast = cycle.received(kind: Int(kind.slot), afterEnd: phase == .complete)
    heard.insert(kind.bit)
    guard isOpen else {
      lengthenPause()
      return false
    }
    epoch.gather(message)
    return isLast && observed >= Self.leastObserved
  }

  /// Makes the pause that ends an epoch longer, if one has ended an epoch too early.
  private mutating func lengthenPause() {
    guard phase == .cut else { return }
    phase = .cutTooEarly
    pauseFactor = min(pauseFactor + 1, 3)
  }
}
