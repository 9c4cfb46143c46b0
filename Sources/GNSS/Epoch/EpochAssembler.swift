// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Gathers what a receiver reports about each instant, and knows when that is complete.
///
/// An epoch is identified by the time in its sentences, never by their order. It ends as early as can be known: with
/// the last sentence that this receiver is known to contribute to a fix, else with a sentence of another time, else
/// when the line has been quiet. There is exactly one for each instant; what comes after its end is dropped, and later
/// epochs end later.
///
/// For each sentence with a time, ask ``startsAnew(_:)``, and call ``finish()`` if it does; then add the sentence, and
/// call ``finish()`` if that completes the epoch.
struct EpochAssembler: Sendable {
  /// The epoch being gathered, or the last one; meaningless before the first.
  private(set) var epoch = Epoch(time: nil)
  /// Nanoseconds of the day of the newest epoch, complete or not, and of the two before it.
  ///
  /// With only one before it, a stream that starts with a straggler of a second that was not seen would alternate
  /// between two seconds forever.
  private var newest: Int64?
  private var previous: Int64?
  private var beforePrevious: Int64?
  /// Sentences without a time that wait for the epoch to which they belong.
  private var held: [TimelessSentence] = []
  private var cycle = CycleLearner(kinds: Contribution.count)
  private var courseOrder = TimelessOrder()
  private var dilutionOrder = TimelessOrder()
  private var errorOrder = TimelessOrder()
  private var velocityOrder = TimelessOrder()
  private var speedKnots: Double?
  private var hdop: Double?
  /// Whether RMC has come for the newest epoch, complete or not, and whether GGA or GNS has.
  private var hasSummary = false
  private var hasPosition = false
  /// Whether no sentence with a time has come since a pause, and whether no sentence has that adds to a fix.
  private var isAfterPause = false
  private var isRightAfterPause = false
  /// Whether a pause ended the newest epoch, and whether more has come for it since.
  private var isEndedByPause = false
  private var isPauseTooShort = false
  private var pauseFactor: Int64 = 1
  /// Whether sentences are held only because they came after a pause.
  private var isHeldForPause = false

  /// The time from one epoch to the next, nanoseconds; `nil` before the second epoch.
  private(set) var period: Int64?

  /// Whether an epoch is being gathered.
  private(set) var isOpen = false

  /// How much of the receiver's time has been seen, and how much is needed to know its cycle.
  ///
  /// In two seconds, a sentence that is sent once a second has come twice.
  private var observed: Int64 = 0
  private static let leastObserved: Int64 = 2_000_000_000

  /// The greatest difference in nanoseconds of times that are one instant: receivers print `.758` here and `.76` there.
  static let sameInstant: Int64 = 10_000_000

  /// Whether a time of day, in nanoseconds, is an instant other than the newest epoch's, and so ends that epoch.
  func startsAnew(_ now: Int64) -> Bool { !isSame(now, newest) && !isStraggler(now) }

  /// Adds a sentence with its time; true if it completes the epoch, which ``finish()`` then ends.
  mutating func add<Sentence: TimedContributor>(
    _ message: Sentence, at time: UTCTime, _ now: Int64
  ) -> Bool {
    guard let isComplete = advance(to: time, now) else { return false }
    compare(message.echo)
    // RMC decides whether there is a position, and GGA or GNS gave a better one than GLL, or said that there is none:
    // GLL is not worth waiting for, and most receivers send it last.
    if Sentence.contribution == .gll, hasSummary, hasPosition { return isComplete }
    return contribute(message) || isComplete
  }

  /// Advances to a sentence's time; true if sentences held for it complete the epoch, `nil` if the sentence is late.
  ///
  /// Separate from `add`, so that the compiler does not repeat it for each kind of sentence.
  @inline(never)
  private mutating func advance(to time: UTCTime, _ now: Int64) -> Bool? {
    let opensBurst = isRightAfterPause
    isAfterPause = false
    isRightAfterPause = false
    let isNew = !isSame(now, newest)
    if isNew, isStraggler(now) { return nil }
    courseOrder.receivedTime(isNew: isNew, afterPause: opensBurst)
    dilutionOrder.receivedTime(isNew: isNew, afterPause: opensBurst)
    errorOrder.receivedTime(isNew: isNew, afterPause: opensBurst)
    velocityOrder.receivedTime(isNew: isNew, afterPause: opensBurst)
    if isHeldForPause, isNew, opensBurst {
      held.removeAll(keepingCapacity: true)
      lengthenPause()
    }
    isHeldForPause = false
    if isNew { begin(time, now) }
    return !held.isEmpty && releaseHeld()
  }

  /// Adds a VTG; true if it completes the epoch.
  mutating func add(_ message: VTG) -> Bool {
    courseOrder.received(message.speedKnots, before: speedKnots, afterPause: isAfterPause)
    return courseOrder.leads || isAfterPause
      ? hold(.vtg(message), leads: courseOrder.leads) : addTimeless(message)
  }

  /// Adds a GSA; true if it completes the epoch.
  mutating func add(_ message: GSA) -> Bool {
    dilutionOrder.received(message.hdop, before: hdop, afterPause: isAfterPause)
    return dilutionOrder.leads || isAfterPause
      ? hold(.gsa(message), leads: dilutionOrder.leads) : addTimeless(message)
  }

  /// Adds a PGRME; true if it completes the epoch.
  mutating func add(_ message: PGRME) -> Bool {
    errorOrder.received(nil, before: nil, afterPause: isAfterPause)
    return errorOrder.leads || isAfterPause
      ? hold(.pgrme(message), leads: errorOrder.leads) : addTimeless(message)
  }

  /// Adds a PGRMV; true if it completes the epoch.
  mutating func add(_ message: PGRMV) -> Bool {
    velocityOrder.received(nil, before: nil, afterPause: isAfterPause)
    return velocityOrder.leads || isAfterPause
      ? hold(.pgrmv(message), leads: velocityOrder.leads) : addTimeless(message)
  }

  /// Adds a position without a time to the epoch before it; true if it completes that epoch.
  mutating func join(_ message: some Contributor) -> Bool { addTimeless(message) }

  /// Ends the open epoch, which remains in ``epoch``; false if there is none.
  mutating func finish() -> Bool {
    defer { isOpen = false }
    return isOpen
  }

  /// Ends the open epoch because nothing has come for a while; what comes next may open a burst.
  mutating func finishAfterPause() -> Bool {
    isAfterPause = true
    isRightAfterPause = true
    isEndedByPause = isEndedByPause || isOpen
    return finish()
  }

  /// The length of a pause that ends an epoch, nanoseconds.
  ///
  /// A quarter of the time between epochs, at least 10 ms and at most 250 ms; up to three times as long for a receiver
  /// that has continued an epoch after one.
  var pause: Int64 {
    min(max((period ?? 1_000_000_000) / 4, 10_000_000), 250_000_000) * pauseFactor
  }

  // MARK: Steps

  private func isSame(_ time: Int64, _ other: Int64?) -> Bool {
    guard let other else { return false }
    let distance = abs(time - other)
    if distance <= Self.sameInstant { return true }
    // One before midnight, one after; but a leap second is not the midnight that follows it.
    return distance >= nanosecondsPerDay - Self.sameInstant && max(time, other) < nanosecondsPerDay
  }

  /// Whether a time is that of an earlier epoch: too late for that one, and not a new one either.
  private func isStraggler(_ time: Int64) -> Bool {
    isSame(time, previous) || isSame(time, beforePrevious)
  }

  private mutating func begin(_ time: UTCTime, _ now: Int64) {
    if let newest {
      let step = (now - newest + nanosecondsPerDay) % nanosecondsPerDay
      if step > 0, step <= 10_000_000_000 {
        period = step
        observed = min(observed + step, Self.leastObserved)
        beforePrevious = previous
      } else {
        beforePrevious = nil
      }
    }
    previous = newest
    newest = now
    epoch = Epoch(time: time)
    isOpen = true
    cycle.begin()
    isEndedByPause = false
    isPauseTooShort = false
    speedKnots = nil
    hdop = nil
    hasSummary = false
    hasPosition = false
  }

  /// Adds to the newest epoch; true if that completes it.
  ///
  /// What comes after its end serves only to learn from. If a pause ended it, the end says nothing about which sentence
  /// is the last.
  private mutating func contribute<Sentence: Contributor>(_ message: Sentence) -> Bool {
    let contribution = Sentence.contribution
    let isLast = cycle.received(
      kind: contribution.rawValue, afterEnd: !isOpen && !isEndedByPause)
    switch contribution {
    case .rmc: hasSummary = true
    case .gga, .gns: hasPosition = true
    default: break
    }
    guard isOpen else {
      lengthenPause()
      return false
    }
    if contribution.isJudgement { epoch.isJudged = true }
    message.add(to: &epoch)
    return isLast && observed >= Self.leastObserved
  }

  /// Makes the pause that ends an epoch longer, if one has ended an epoch too early.
  private mutating func lengthenPause() {
    guard isEndedByPause, !isPauseTooShort else { return }
    isPauseTooShort = true
    pauseFactor = min(pauseFactor + 1, 3)
  }

  private mutating func addTimeless<Sentence: Contributor>(_ message: Sentence) -> Bool {
    isRightAfterPause = false
    return newest != nil && contribute(message)
  }

  /// Holds a sentence for the next epoch: it leads, or came after a pause.
  private mutating func hold(_ message: TimelessSentence, leads: Bool) -> Bool {
    isRightAfterPause = false
    // After a pause it opens a burst, unless the next sentence shows that it ended one.
    isHeldForPause = !leads
    if held.count < Self.mostHeld { held.append(message) }
    return false
  }

  /// More sentences without a time than any receiver sends for one epoch.
  static let mostHeld = 32

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

  private mutating func compare(_ echo: Echo) {
    switch echo {
    case .speed(let knots):
      courseOrder.compare(with: knots)
      speedKnots = knots
    case .horizontalDilution(let dilution):
      dilutionOrder.compare(with: dilution)
      hdop = dilution
    case .none: break
    }
  }
}
