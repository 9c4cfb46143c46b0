// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Messages in, events out: gathers what is reported about each instant, and decides whether it is a fix.
struct FixGatherer: Sendable {
  typealias Consumer = FixPipeline.Consumer

  private var assembler = EpochAssembler()
  private var clocks = ClockSelector()
  private var dates: DateResolver
  private var satellites = SatelliteCollector()
  private var headings = HeadingCollector()
  private var lastTime: FixTime?
  private let accuracy: AccuracyModel
  private var used = SatelliteSet()
  private var hasFix = false
  /// The last arrival of bytes, nanoseconds on the caller's clock; an integer because it is read at every wake-up.
  private var lastArrival: Int64?
  private let mostHeld: Int
  private var held: [FixEvent] = []

  /// Number of messages so far, of any content.
  private(set) var sentences = 0

  /// Number of messages so far that report a position, or that there is none.
  private(set) var positionReports = 0
  /// See ``FixPipeline/reportsLeftOut``.
  var reportsLeftOut: [(talker: Talker, count: Int)] { clocks.leftOut }

  init(accuracy: AccuracyModel, dates: DateResolver, undatedFixesHeld: Int) {
    self.dates = dates
    self.accuracy = accuracy
    mostHeld = undatedFixesHeld
  }

  /// When ``elapse(to:_:)`` has an event to emit if no byte arrives earlier; `nil` while there is none.
  var deadline: Duration? {
    guard assembler.isOpen || satellites.hasNews else { return nil }
    return lastArrival.map { Duration(nanoseconds: $0 + assembler.pause) }
  }

  /// The time from one epoch to the next; `nil` before the second epoch.
  var period: Duration? { assembler.period.map(Duration.init(nanoseconds:)) }

  /// Notes that bytes have arrived, which ends any pause.
  mutating func bytesArrived(at arrival: Duration, _ consume: Consumer) {
    let now = arrival.nanoseconds
    elapse(to: now, consume)
    lastArrival = now
  }

  /// Notes that time has passed without a byte.
  mutating func elapse(to now: Duration, _ consume: Consumer) {
    elapse(to: now.nanoseconds, consume)
  }

  private mutating func elapse(to now: Int64, _ consume: Consumer) {
    guard let lastArrival, now - lastArrival >= assembler.pause else { return }
    self.lastArrival = nil
    if assembler.finishAfterPause() { conclude(consume) }
    emitSatellites(consume)
  }

  /// Ends the stream, and emits what has been gathered.
  mutating func finish(_ consume: Consumer) {
    if assembler.finish() { conclude(consume) }
    emitHeld(consume)
    emitSatellites(consume)
  }

  /// Processes a message.
  mutating func received(_ message: Message, _ consume: Consumer) {
    sentences &+= 1
    switch message {
    case .rmc(let rmc):
      // Without a time it joins the epoch before it, unless it says that there is no position.
      if rmc.time == nil, rmc.claimsPosition { return receivedTimeless(message, consume) }
      receivedPosition(rmc, consume) {
        $0.dates.learn(from: rmc)
        $0.headings.learn(from: rmc)
      }
    case .ptnlggk(let ggk): receivedPosition(ggk, consume) { $0.dates.learn(from: ggk) }
    case .gga(let gga): receivedPosition(gga, consume)
    case .gns(let gns): receivedPosition(gns, consume)
    case .pubx00(let pubx): receivedPosition(pubx, consume)
    case .gll(let gll):
      // Before version 2.0 there was no time; without one it is still a position, and not a sign of a loss.
      if gll.time != nil || !gll.claimsPosition { receivedPosition(gll, consume) }
    // A sentence without a time comes from the receiver that reported last, which may be one that is not followed.
    case .gsa, .vtg, .pgrme, .pgrmv, .gsv, .rma:
      if clocks.isFollowing { receivedTimeless(message, consume) }
    // Having no position of their own, they neither start nor end an epoch.
    case .gst(let gst): receivedErrors(gst, consume)
    case .gbs(let gbs): receivedErrors(gbs, consume)
    case .psrfepe(let psrfepe): receivedErrors(psrfepe, consume)
    case .zda(let zda):
      guard clocks.isFollowing else { return }
      dates.learn(from: zda)
      emitHeldIfDated(consume)
    case .hdt, .hdg, .hdm, .ths, .vhw, .psxn23, .pfecatt:
      if let heading = headings.heading(message, time: lastTime) { consume(.heading(heading)) }
    default: break
    }
  }

  // MARK: - Sentences with a time

  /// Adds a sentence that reports a position, or that there is none.
  private mutating func receivedPosition<Sentence: TimedContributor>(
    _ message: Sentence, _ consume: Consumer, learn: (inout Self) -> Void = { _ in }
  ) {
    positionReports &+= 1
    if let time = message.time {
      add(message, at: time, consume, learn: learn)
    } else {
      endEpoch(consume)
      learn(&self)
      emitHeldIfDated(consume)
      lose(at: nil, consume)
    }
  }

  /// Adds a sentence that has no time of its own.
  private mutating func receivedTimeless(_ message: Message, _ consume: Consumer) {
    let isComplete: Bool
    switch message {
    case .gsv(let gsv): return satellites.received(gsv)
    case .gsa(let gsa): isComplete = assembler.add(gsa)
    case .vtg(let vtg): isComplete = assembler.add(vtg)
    case .pgrme(let pgrme): isComplete = assembler.add(pgrme)
    case .pgrmv(let pgrmv): isComplete = assembler.add(pgrmv)
    case .rma(let rma):
      positionReports &+= 1
      isComplete = assembler.join(rma)
    case .rmc(let rmc):
      positionReports &+= 1
      isComplete = assembler.join(rmc)
    default: return
    }
    if isComplete { finishEpoch(consume) }
  }

  private mutating func receivedErrors(_ message: some TimedContributor, _ consume: Consumer) {
    if let time = message.time { add(message, at: time, consume) }
  }

  private mutating func add<Sentence: TimedContributor>(
    _ message: Sentence, at time: UTCTime, _ consume: Consumer,
    learn: (inout Self) -> Void = { _ in }
  ) {
    let now = time.nanosecondsOfDay
    if let talker = message.speaker {
      let sentence = ClockSelector.TimedSentence(
        talker: talker, kind: Sentence.contribution, time: now, position: message.coordinate)
      guard clocks.follows(sentence) else { return }
    }
    if assembler.startsAnew(now) { endEpoch(consume) }
    learn(&self)
    emitHeldIfDated(consume)
    if assembler.add(message, at: time, now) { finishEpoch(consume) }
  }

  // MARK: - Epochs

  private mutating func finishEpoch(_ consume: Consumer) {
    if assembler.finish() { conclude(consume) }
  }

  private mutating func endEpoch(_ consume: Consumer) {
    finishEpoch(consume)
    emitSatellites(consume)
  }

  private mutating func conclude(_ consume: Consumer) {
    guard let time = assembler.epoch.time.map({ dates.resolve($0) }) else { return }
    lastTime = time
    if !assembler.epoch.satellitesUsed.isEmpty { used = assembler.epoch.satellitesUsed }
    if let fix = Fix(
      assembler.epoch, time: time, accuracy: accuracy, satellitesInView: satellites.count)
    {
      hasFix = true
      emitStatistics(at: time, consume)
      emit(.fix(fix), isDated: time.date != nil, consume)
    } else if assembler.epoch.isJudged {
      lose(at: time, consume)
    }
  }

  private mutating func lose(at time: FixTime?, _ consume: Consumer) {
    guard hasFix else { return }
    hasFix = false
    emit(.fixLost(time), isDated: time?.date != nil, consume)
  }

  // MARK: - Events

  /// Emits the errors that GST reported for the epoch.
  private mutating func emitStatistics(at time: FixTime, _ consume: Consumer) {
    guard let gst = assembler.epoch.statistics else { return }
    let event = FixEvent.errorStatistics(ErrorStatistics(gst, at: time))
    emit(event, isDated: time.date != nil, consume)
  }

  /// Emits an event of a fix, or holds it until its date is known.
  private mutating func emit(_ event: FixEvent, isDated: Bool, _ consume: Consumer) {
    guard !isDated, !dates.isKnown, held.count < mostHeld else {
      if !held.isEmpty { emitHeld(consume) }
      return consume(event)
    }
    held.append(event)
  }

  /// Emits the events held, with the dates that are known by now.
  ///
  /// Each belongs to the day on which it is less than twelve hours before the event that follows.
  private mutating func emitHeld(_ consume: Consumer) {
    var resolver = dates
    for index in held.indices.reversed() {
      switch held[index] {
      case .fix(var fix):
        fix.time = resolver.resolve(fix.time.time)
        held[index] = .fix(fix)
      case .errorStatistics(var statistics):
        statistics.time = resolver.resolve(statistics.time.time)
        held[index] = .errorStatistics(statistics)
      case .fixLost(.some(let time)):
        held[index] = .fixLost(resolver.resolve(time.time))
      default: break
      }
    }
    for event in held { consume(event) }
    held.removeAll()
  }

  /// Emits the events held once their date is known.
  private mutating func emitHeldIfDated(_ consume: Consumer) {
    if !held.isEmpty, dates.isKnown { emitHeld(consume) }
  }

  private mutating func emitSatellites(_ consume: Consumer) {
    if let view = satellites.drain(used: used) { consume(.satellites(view)) }
  }
}
