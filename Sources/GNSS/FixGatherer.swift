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
  private var told = Defects()
  private var lastArrival: Duration?
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
    return lastArrival.map { $0 + quiet }
  }

  /// The time from one epoch to the next; `nil` before the second.
  var period: Duration? { assembler.period.map { .nanoseconds($0) } }

  private var quiet: Duration { .nanoseconds(assembler.pause) }

  /// Bytes come; whatever was quiet before is over.
  mutating func note(_ arrival: Duration, _ consume: Consumer) {
    elapse(to: arrival, consume)
    lastArrival = arrival
  }

  /// Time has passed without a byte.
  mutating func elapse(to now: Duration, _ consume: Consumer) {
    guard let lastArrival, now - lastArrival >= quiet else { return }
    self.lastArrival = nil
    if let epoch = assembler.finishAfterPause() { conclude(epoch, consume) }
    tellSatellites(consume)
  }

  /// Nothing follows: what is gathered comes out.
  mutating func finish(_ defects: Defects, _ consume: Consumer) {
    if let epoch = assembler.finish() { conclude(epoch, consume) }
    release(consume)
    tellSatellites(consume)
    tell(defects, consume)
  }

  /// Takes a message in, before which so much was dropped.
  mutating func take(
    _ message: borrowing Message, _ defects: borrowing Defects, _ consume: Consumer
  ) {
    sentences += 1
    tell(defects, consume)
    let timing = message.timing
    switch timing {
    case .time, .void: positionReports += 1
    default: break
    }
    if assembler.startsAnew(timing) {
      if let epoch = assembler.finish() { conclude(epoch, consume) }
      tellSatellites(consume)
    }
    switch message {
    case .rmc(let rmc):
      dates.note(rmc)
      headings.note(rmc)
    case .zda(let zda): dates.note(zda)
    case .gsv(let gsv): return satellites.note(gsv)
    case .hdt, .hdg, .hdm, .ths:
      if let heading = headings.heading(message, time: lastTime) { consume(.heading(heading)) }
    default: break
    }
    if dates.isKnown, !held.isEmpty { release(consume) }
    if case .void = timing { lose(at: nil, consume) }
    if assembler.add(message, timing), let epoch = assembler.finish() { conclude(epoch, consume) }
  }

  // MARK: Steps

  private mutating func conclude(_ epoch: borrowing Epoch, _ consume: Consumer) {
    let time = dates.resolve(epoch.time)
    lastTime = time
    if !epoch.satellitesUsed.isEmpty { used = epoch.satellitesUsed }
    if let fix = Fix(
      epoch, time: time, accuracy: accuracy, satellitesInView: satellites.count)
    {
      hasFix = true
      tell(.fix(fix), isDated: time.date != nil, consume)
    } else if epoch.isJudged {
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

  private mutating func tell(_ defects: borrowing Defects, _ consume: Consumer) {
    guard defects != told else { return }
    told = copy defects
    consume(.defects(told))
  }
}
