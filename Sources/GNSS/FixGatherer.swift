// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Messages in, events out: gathering and judging, as one value.
struct FixGatherer: Sendable {
  typealias Consumer = FixPipeline.Consumer

  private var assembler = EpochAssembler()
  private var dates: DateResolver
  private var satellites = SatelliteCollector()
  private var headings = HeadingCollector()
  private var lastTime: FixTime?
  private let accuracy: AccuracyModel
  private var used = SatelliteSet()
  private var hasFix = false
  private var toldDefects = 0
  /// Nanoseconds on the caller's clock: this is asked at every wake-up.
  private var lastArrival: Int64?
  private let mostHeld: Int
  private var held: [FixEvent] = []

  /// Number of messages so far, whatever they say.
  private(set) var sentences = 0

  /// Number of messages so far that tell where the receiver is, or that it does not know.
  private(set) var positionReports = 0

  init(accuracy: AccuracyModel, referenceDate: CivilDate?, undatedFixesHeld: Int) {
    dates = DateResolver(referenceDate: referenceDate)
    self.accuracy = accuracy
    mostHeld = undatedFixesHeld
  }

  /// When ``elapse(to:_:)`` has something to tell if no byte comes before; `nil` while it has not.
  var deadline: Duration? {
    guard assembler.isOpen || satellites.hasNews else { return nil }
    return lastArrival.map { Duration(nanoseconds: $0 + assembler.pause) }
  }

  /// The time from one epoch to the next; `nil` before the second.
  var period: Duration? { assembler.period.map(Duration.init(nanoseconds:)) }

  /// Bytes come; whatever was quiet before is over.
  mutating func note(_ arrival: Duration, _ consume: Consumer) {
    let now = arrival.nanoseconds
    elapse(to: now, consume)
    lastArrival = now
  }

  /// Time has passed without a byte.
  mutating func elapse(to now: Duration, _ consume: Consumer) {
    elapse(to: now.nanoseconds, consume)
  }

  private mutating func elapse(to now: Int64, _ consume: Consumer) {
    guard let lastArrival, now - lastArrival >= assembler.pause else { return }
    self.lastArrival = nil
    if assembler.finishAfterPause() { conclude(consume) }
    tellSatellites(consume)
  }

  /// Nothing follows: what is gathered comes out.
  mutating func finish(_ defects: Defects, _ consume: Consumer) {
    if assembler.finish() { conclude(consume) }
    release(consume)
    tellSatellites(consume)
    if defects.total != toldDefects { consume(.defects(defects)) }
  }

  // MARK: Steps

  /// Adds a sentence that tells where the receiver is, or that it does not know.
  @inline(__always)
  private mutating func take<Sentence: TimedContributor>(
    positionIn message: Sentence, _ consume: Consumer, note: (inout Self) -> Void = { _ in }
  ) {
    positionReports &+= 1
    guard let time = message.time else {
      sentences &+= 1
      endEpoch(consume)
      note(&self)
      releaseIfDated(consume)
      return lose(at: nil, consume)
    }
    take(message, at: time, consume, note: note)
  }

  /// Adds a sentence that has a time.
  @inline(__always)
  private mutating func take<Sentence: TimedContributor>(
    _ message: Sentence, at time: UTCTime, _ consume: Consumer,
    note: (inout Self) -> Void = { _ in }
  ) {
    sentences &+= 1
    let now = time.nanosecondsOfDay
    if assembler.startsAnew(now) { endEpoch(consume) }
    note(&self)
    releaseIfDated(consume)
    if assembler.add(message, at: time, now), assembler.finish() { conclude(consume) }
  }

  @inline(never)
  private mutating func endEpoch(_ consume: Consumer) {
    if assembler.finish() { conclude(consume) }
    tellSatellites(consume)
  }

  private mutating func conclude(_ consume: Consumer) {
    guard let time = assembler.epoch.time.map({ dates.resolve($0) }) else { return }
    lastTime = time
    if !assembler.epoch.satellitesUsed.isEmpty { used = assembler.epoch.satellitesUsed }
    if let fix = Fix(
      assembler.epoch, time: time, accuracy: accuracy, satellitesInView: satellites.count)
    {
      hasFix = true
      tell(.fix(fix), isDated: time.date != nil, consume)
    } else if assembler.epoch.isJudged {
      lose(at: time, consume)
    }
  }

  private mutating func lose(at time: FixTime?, _ consume: Consumer) {
    guard hasFix else { return }
    hasFix = false
    tell(.fixLost(time), isDated: time?.date != nil, consume)
  }

  /// Tells of a fix, or keeps it until its date is known.
  private mutating func tell(_ event: FixEvent, isDated: Bool, _ consume: Consumer) {
    guard !isDated, !dates.isKnown, held.count < mostHeld else {
      if !held.isEmpty { release(consume) }
      return consume(event)
    }
    held.append(event)
  }

  /// Tells of the fixes kept, with the dates that can be given to them now: each belongs to the day on
  /// which it is less than twelve hours before the one that follows.
  private mutating func release(_ consume: Consumer) {
    var resolver = dates
    for index in held.indices.reversed() {
      switch held[index] {
      case .fix(var fix):
        fix.time = resolver.resolve(fix.time.time)
        held[index] = .fix(fix)
      case .fixLost(.some(let time)):
        held[index] = .fixLost(resolver.resolve(time.time))
      default: break
      }
    }
    for event in held { consume(event) }
    held.removeAll()
  }

  private mutating func tellSatellites(_ consume: Consumer) {
    if let view = satellites.take(used: used) { consume(.satellites(view)) }
  }

  /// Tells of the fixes kept once their date is known.
  @inline(__always)
  private mutating func releaseIfDated(_ consume: Consumer) {
    if !held.isEmpty, dates.isKnown { release(consume) }
  }
}

extension FixGatherer: MessageVisitor {
  typealias Output = FixEvent

  mutating func visit(_ message: RMC, _ consume: Consumer) {
    take(positionIn: message, consume) {
      $0.dates.note(message)
      $0.headings.note(message)
    }
  }

  mutating func visit(_ message: GGA, _ consume: Consumer) {
    take(positionIn: message, consume)
  }

  mutating func visit(_ message: GLL, _ consume: Consumer) {
    // Before version 2.0 there was no time; that is a position all the same, and no sign of a loss.
    if message.time == nil, message.claimsPosition {
      sentences &+= 1
      return
    }
    take(positionIn: message, consume)
  }

  mutating func visit(_ message: VTG, _ consume: Consumer) {
    sentences &+= 1
    if assembler.add(message), assembler.finish() { conclude(consume) }
  }

  mutating func visit(_ message: GSA, _ consume: Consumer) {
    sentences &+= 1
    if assembler.add(message), assembler.finish() { conclude(consume) }
  }

  mutating func visit(_ message: GSV, _ consume: Consumer) {
    sentences &+= 1
    satellites.note(message)
  }

  @inline(never)
  mutating func visit(_ message: Message, _ consume: Consumer) {
    switch message {
    case .gns(let message): return take(positionIn: message, consume)
    case .pubx00(let message): return take(positionIn: message, consume)
    // Without a position of their own they start nothing and end nothing.
    case .gst(let message):
      if let time = message.time { return take(message, at: time, consume) }
    case .gbs(let message):
      if let time = message.time { return take(message, at: time, consume) }
    case .psrfepe(let message):
      if let time = message.time { return take(message, at: time, consume) }
    case .pgrme(let message):
      sentences &+= 1
      if assembler.add(message), assembler.finish() { conclude(consume) }
      return
    case .zda(let message):
      dates.note(message)
      releaseIfDated(consume)
    case .hdt, .hdg, .hdm, .ths:
      if let heading = headings.heading(message, time: lastTime) { consume(.heading(heading)) }
    default: break
    }
    sentences &+= 1
  }

  mutating func visit(_ defects: Defects, _ consume: Consumer) {
    guard defects.total != toldDefects else { return }
    toldDefects = defects.total
    consume(.defects(defects))
  }
}
