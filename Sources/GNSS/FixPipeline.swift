// Core Location for Linux. SPDX-License-Identifier: MIT

public import NMEA0183

/// Bytes in, events out: framing, decoding, gathering and judging, as one value.
///
/// It reads no clock and waits for nothing. Live receivers, recordings and tests run this same code; a
/// copy goes on by itself from where the original was.
///
/// ```swift
/// var pipeline = FixPipeline()
/// pipeline.push(bytes.span.bytes) { event in
///   if case .fix(let fix) = event { print(fix.latitude, fix.longitude) }
/// }
/// pipeline.finish { event in … }
/// ```
public struct FixPipeline: Sendable {
  /// Receives the events of one call, in order.
  public typealias Consumer = (FixEvent) -> Void

  private var framer: SentenceFramer
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

  /// What was dropped so far, and why.
  public var defects: Defects { framer.defects }

  /// Number of valid sentences so far, whatever they say.
  public private(set) var sentences = 0

  /// Creates a pipeline that has seen nothing.
  ///
  /// - Parameters:
  ///   - checksums: what becomes of sentences without a checksum.
  ///   - accuracy: how accuracies are derived.
  ///   - referenceDate: a day on which the receiver cannot have been running yet; dates before it
  ///     are moved on by multiples of 1024 weeks. `nil` believes every date.
  ///   - undatedFixesHeld: how many fixes wait for the receiver's first date, to be told with it. 0, the
  ///     default, tells every fix at once, without a date if need be: right for a live receiver.
  public init(
    checksums: SentenceFramer.ChecksumPolicy = .required,
    accuracy: AccuracyModel = AccuracyModel(),
    referenceDate: CivilDate? = nil,
    undatedFixesHeld: Int = 0
  ) {
    framer = SentenceFramer(checksums: checksums)
    dates = DateResolver(referenceDate: referenceDate)
    self.accuracy = accuracy
    mostHeld = undatedFixesHeld
  }

  /// Takes bytes, in pieces of any size: the events do not depend on the cutting.
  ///
  /// - Parameters:
  ///   - bytes: what the receiver sent.
  ///   - arrival: when it came, on any clock that only goes forward; `nil` when that is not known, as
  ///     in a recording. A pause ends an epoch, and tells which sentence opens a burst.
  ///   - consume: called with each event.
  public mutating func push(
    _ bytes: RawSpan, at arrival: Duration? = nil, _ consume: Consumer
  ) {
    if let arrival {
      elapse(to: arrival, consume)
      lastArrival = arrival
    }
    var offset = 0
    while offset < bytes.byteCount {
      offset += framer.push(bytes.extracting(offset..<bytes.byteCount))
      while let message = framer.nextMessage() { take(message, consume) }
    }
  }

  /// Tells that time has passed without a byte: a line that has been quiet for a while ends an epoch.
  public mutating func elapse(to now: Duration, _ consume: Consumer) {
    guard let lastArrival, now - lastArrival >= quiet else { return }
    self.lastArrival = nil
    if let epoch = assembler.finishAfterPause() { conclude(epoch, consume) }
    tellSatellites(consume)
  }

  /// When ``elapse(to:_:)`` has something to tell if no byte comes before; `nil` while it has not.
  public var deadline: Duration? {
    guard assembler.isOpen || satellites.hasNews else { return nil }
    return lastArrival.map { $0 + quiet }
  }

  /// The time from one epoch to the next, as the receiver's own times tell; `nil` before the second.
  public var period: Duration? { assembler.period.map { .nanoseconds($0) } }

  /// Number of sentences so far that tell where the receiver is, or that it does not know.
  public private(set) var positionReports = 0

  /// Tells that nothing follows: what is gathered comes out.
  public mutating func finish(_ consume: Consumer) {
    framer.finish()
    if let epoch = assembler.finish() { conclude(epoch, consume) }
    release(consume)
    tellSatellites(consume)
    tellDefects(consume)
  }

  private var quiet: Duration { .nanoseconds(assembler.pause) }

  // MARK: Steps

  private mutating func take(_ message: borrowing Message, _ consume: Consumer) {
    sentences += 1
    tellDefects(consume)
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
    case .hdt, .hdg, .hdm, .ths: tellHeading(message, consume)
    default: break
    }
    if dates.isKnown, !held.isEmpty { release(consume) }
    if case .void = timing { lose(at: nil, consume) }
    if let epoch = assembler.add(message, timing) { conclude(epoch, consume) }
  }

  /// Apart, so that what is rare costs nothing where it does not come.
  @inline(never)
  private mutating func tellHeading(_ message: borrowing Message, _ consume: Consumer) {
    if let heading = headings.heading(message, time: lastTime) { consume(.heading(heading)) }
  }

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

  private mutating func tellDefects(_ consume: Consumer) {
    guard framer.defects != told else { return }
    told = framer.defects
    consume(.defects(told))
  }
}
