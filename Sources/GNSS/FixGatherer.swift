// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Messages and frames in, events out: gathers what is reported about each instant, and decides whether it is a fix.
struct FixGatherer: Sendable {
  typealias Consumer = FixPipeline.Consumer

  var assembler = EpochAssembler()
  var clocks = ClockSelector()
  var zone = GLLZone()
  var dates: DateResolver
  /// The dates, if what is set aside comes from the receiver that is followed.
  private var datesAside: DateResolver
  var satellites = SatelliteCollector()
  var headings = HeadingCollector()
  var frames = FrameIntake()
  /// Warns of fixes that should not be trusted; `nil` if nobody asks for that.
  var integrity: IntegrityMonitor?
  var lastTime: FixTime?
  private let accuracy: AccuracyModel
  private var frequencies = FloatFrequencies()
  var used = SatelliteSet()
  private var hasFix = false
  /// Whether instants that come out of order are reported, for ``ReportSorter``; otherwise they are counted.
  private let sortsInstants: Bool
  /// The time of the last fix that was in order, nanoseconds of the day.
  private var lastFix: Int64?
  /// Number of instants with a fix that were left out because later ones had been reported.
  private(set) var instantsLeftOut = 0
  private var timeless = TimelessClock()
  /// The last arrival of bytes, nanoseconds on the caller's clock; an integer because it is read at every wake-up.
  private var lastArrival: Int64?
  private var undated: UndatedReports
  var progress = FixPipeline.Progress()
  /// Number of epochs so far that report a position, or that there is none.
  private(set) var epochs = 0
  /// The latest time of the receiver that is followed, nanoseconds of the day.
  var latest: Int64? { clocks.latest }
  var reportsLeftOut: [(talker: Talker, count: Int)] { clocks.leftOut }

  init(accuracy: AccuracyModel, dates: DateResolver, undatedFixesHeld: Int) {
    sortsInstants = undatedFixesHeld > 0
    self.dates = dates
    datesAside = dates
    self.accuracy = accuracy
    undated = UndatedReports(most: undatedFixesHeld)
  }

  /// Completes ``progress`` after a piece of data, or a pause.
  mutating func updateProgress() { (progress.period, progress.deadline) = (period, deadline) }

  /// When ``elapse(to:_:)`` has an event to emit if no byte arrives earlier; `nil` while there is none.
  var deadline: Duration? {
    guard assembler.isOpen || satellites.hasNews else { return nil }
    return lastArrival.map { Duration(nanoseconds: $0 + pause) }
  }

  /// The length of a pause that ends an epoch, nanoseconds.
  private var pause: Int64 { assembler.pause(period: clocks.period) }

  /// The time from one epoch to the next; `nil` before the second epoch.
  var period: Duration? { (clocks.period ?? timeless.period).map(Duration.init(nanoseconds:)) }

  /// Records that bytes have arrived, which ends a pause.
  ///
  /// An open epoch goes on: ``elapse(to:_:)`` would have ended it.
  mutating func bytesArrived(at arrival: Int64, _ consume: Consumer) {
    if !assembler.isOpen { elapse(to: arrival, consume) }
    lastArrival = arrival
  }

  /// Advances the time when no byte has arrived.
  mutating func elapse(to now: Int64, _ consume: Consumer) {
    guard let lastArrival, now - lastArrival >= pause else { return }
    self.lastArrival = nil
    if assembler.finishAfterPause() { conclude(consume) }
    emitSatellites(consume)
  }

  /// Ends the stream, and emits what has been gathered.
  mutating func finish(_ consume: Consumer) {
    finishFrames(consume)
    // Had it sent a time, the last epoch would have one.
    timeless.isProven = true
    if assembler.finish() { conclude(consume) }
    if clocks.hasClockAside, assembler.hasFixAside { concludeAside(consume) }
    undated.release(by: dates, consume)
    emitSatellites(consume)
  }

  mutating func received(_ message: Message, _ consume: Consumer) {
    progress.sentences &+= 1
    switch message {
    case .rmc(let rmc):
      if rmc.navigationalStatus == .unsafe { integrity?.reported(.receiverReportsUnsafe) }
      // Without a time it joins the epoch before it, unless it says that there is no position.
      if rmc.time == nil, rmc.coordinate != nil { return join(rmc, consume) }
      receivedPosition(rmc, consume) {
        $0.dates.learn(from: rmc)
        $0.headings.learn(from: rmc)
      }
    case .ptnlggk(let ggk): receivedPosition(ggk, consume) { $0.dates.learn(from: ggk) }
    case .gga(let gga): receivedPosition(gga, consume)
    case .gns(let gns):
      if gns.navigationalStatus == .unsafe { integrity?.reported(.receiverReportsUnsafe) }
      receivedPosition(gns, consume)
    case .pubx00(let pubx): receivedPosition(pubx, consume)
    case .gll(let received):
      guard let gll = inUTC(received) else { return }
      // Before version 2.0 there was no time; without one it is still a position, and not a sign of a loss.
      if gll.time != nil || gll.coordinate == nil {
        receivedPosition(gll, consume)
      } else if clocks.latest == nil {
        join(gll, consume)
      }
    case .gsa(let gsa): add(gsa, consume)
    case .vtg(let vtg): add(vtg, consume)
    case .pgrme(let pgrme): add(pgrme, consume)
    case .pgrmv(let pgrmv): add(pgrmv, consume)
    case .gsv(let gsv): if clocks.sender == .followed { satellites.received(gsv) }
    case .rma(let rma): if clocks.sender == .followed { join(rma, consume) }
    // Having no position of their own, they neither start nor end an epoch.
    case .gst(let gst): receivedErrors(gst, consume)
    case .gbs(let gbs): receivedErrors(gbs, consume)
    case .psrfepe(let psrfepe): receivedErrors(psrfepe, consume)
    case .zda(let zda):
      receivedDate(consume) { $0.learn(from: zda) }
      if clocks.sender == .followed, let time = zda.time { heard(at: time.nanosecondsOfDay) }
    case .ptnlvgk(let vgk): receivedDate(consume) { $0.learn(from: vgk) }
    case .pubx04(let pubx): receivedDate(consume) { $0.learn(from: pubx) }
    case .pgrmf(let pgrmf): receivedDate(consume) { $0.learn(from: pgrmf) }
    case .hdt, .hdg, .hdm, .ths, .vhw, .psxn20, .psxn23, .pfecatt, .pashr:
      if let heading = headings.heading(message, time: lastTime) { consume(.heading(heading)) }
    default: integrity?.received(message)
    }
  }

  // MARK: - Sentences with a time

  private mutating func receivedPosition<Sentence: TimedContributor>(
    _ message: Sentence, _ consume: Consumer, learn: (inout Self) -> Void = { _ in }
  ) {
    progress.positionReports &+= 1
    if let time = message.time {
      add(message, at: time, consume, learn: learn)
    } else if clocks.isLoss(message.speaker) {
      endEpoch(consume)
      learn(&self)
      emitHeldIfDated(consume)
      lose(at: nil, consume)
    }
  }

  /// Adds a sentence that has no time of its own: it comes from the receiver that reported last.
  private mutating func add(_ message: some TimelessContributor, _ consume: Consumer) {
    switch clocks.sender {
    case .followed: if assembler.add(message) { finishEpoch(consume) }
    case .doubtful: assembler.addAside(message)
    case .other: break
    }
  }

  /// Adds a position without a time to the epoch before it; if no time has ever come, an epoch without one may begin.
  private mutating func join<Sentence: Contributor>(_ message: Sentence, _ consume: Consumer) {
    progress.positionReports &+= 1
    guard clocks.latest == nil else {
      if assembler.join(message) { finishEpoch(consume) }
      return
    }
    if !assembler.isOpen || assembler.hasHeard(Sentence.contribution) {
      timeless.isProven = assembler.hasBegun
      endEpoch(consume)
      timeless.begin(at: lastArrival)
      assembler.begin(at: nil, period: nil)
      integrity?.epochBegins()
    }
    assembler.addTimeless(message)
  }

  private mutating func receivedDate(_ consume: Consumer, learn: (inout DateResolver) -> Void) {
    guard clocks.sender == .followed else { return }
    learn(&dates)
    emitHeldIfDated(consume)
  }

  private mutating func receivedErrors(_ message: some TimedContributor, _ consume: Consumer) {
    if let time = message.time { add(message, at: time, consume) }
  }

  mutating func add<Sentence: TimedContributor>(
    _ message: Sentence, at time: UTCTime, _ consume: Consumer,
    learn: (inout Self) -> Void = { _ in }
  ) {
    let verdict = place(
      Sentence.contribution, of: message.speaker, at: time, message.coordinate, consume)
    switch verdict {
    case .foreign: return
    case .aside(let isFirst): return setAside(message, at: time, isFirst: isFirst, learn: learn)
    case .current, .late, .new, .newAfterAside: break
    }
    learn(&self)
    emitHeldIfDated(consume)
    if verdict == .late { return assembler.receivedLate() }
    if assembler.add(message) { finishEpoch(consume) }
  }

  /// Judges a sentence with a time, and begins an epoch if it is about a new instant.
  ///
  /// Separate from `add`, so that the compiler does not repeat it for each kind of sentence.
  @inline(never)
  private mutating func place(
    _ kind: Contribution, of speaker: Talker?, at time: UTCTime, _ coordinate: Coordinate?,
    _ consume: Consumer
  ) -> ClockSelector.Verdict {
    if kind != .gll { settleZone(at: time.nanosecondsOfDay) }
    let verdict = clocks.judge(kind, of: speaker, at: time.nanosecondsOfDay, coordinate)
    if kind != .gll, clocks.sender == .followed { zone.heard(time.nanosecondsOfDay) }
    guard verdict == .new || verdict == .newAfterAside else { return verdict }
    endEpoch(consume)
    if verdict == .newAfterAside { concludeAside(consume) }
    assembler.begin(at: time, period: clocks.period, isOutOfOrder: clocks.isOutOfOrder)
    if !clocks.isOutOfOrder { integrity?.epochBegins() }
    return verdict
  }

  /// Keeps a sentence of which it is not known yet whether it comes from the receiver that is followed.
  private mutating func setAside(
    _ message: some TimedContributor, at time: UTCTime, isFirst: Bool, learn: (inout Self) -> Void
  ) {
    if isFirst { datesAside = dates }
    swap(&dates, &datesAside)
    learn(&self)
    swap(&dates, &datesAside)
    assembler.addAside(message, at: isFirst ? time : nil)
  }

  // MARK: - Epochs

  mutating func finishEpoch(_ consume: Consumer) {
    if assembler.finish() { conclude(consume) }
  }

  mutating func endEpoch(_ consume: Consumer) {
    finishEpoch(consume)
    emitSatellites(consume)
  }

  private mutating func conclude(_ consume: Consumer) {
    // A copy, since one would be made for each of the calls below.
    let epoch = assembler.epoch
    let time = epoch.time.map { dates.resolve($0) }
    guard time != nil || timeless.isProven else { return }
    let isLate = epoch.isOutOfOrder && isBeforeLastFix(time)
    if isLate, !sortsInstants {
      if epoch.hasFix { instantsLeftOut += 1 }
      return
    }
    lastTime = time
    if !epoch.satellitesUsed.isEmpty { used = epoch.satellitesUsed }
    if epoch.hasFix, let place = epoch.position.value {
      var fix = Fix(
        epoch, at: place, time: time, accuracy: accuracy, satellitesInView: satellites.count(),
        hasOneFrequency: frequencies.areOne(
          for: epoch.bestQuality, at: time, satellites: satellites.view.satellites))
      // An instant that comes out of order says nothing about what has happened since the last one.
      fix.warnings = (isLate ? integrity?.warnings : integrity?.examine(fix)) ?? []
      if !isLate { lastFix = time?.time.nanosecondsOfDay }
      epochs &+= 1
      (hasFix, progress.timeWithoutFix) = (true, nil)
      if let time, let gst = epoch.statistics { emit(gst, at: time, consume) }
      undated.emit(.fix(fix), at: time, by: dates, consume)
    } else if epoch.isJudged {
      epochs &+= 1
      progress.timeWithoutFix = time
      lose(at: time, consume)
    }
  }

  private func isBeforeLastFix(_ time: FixTime?) -> Bool {
    guard let lastFix, let time else { return false }
    return timeDifference(time.time.nanosecondsOfDay, lastFix) < 0
  }

  private mutating func concludeAside(_ consume: Consumer) {
    dates = datesAside
    emitHeldIfDated(consume)
    assembler.finishAside()
    conclude(consume)
  }

  mutating func lose(at time: FixTime?, _ consume: Consumer) {
    guard hasFix else { return }
    hasFix = false
    used = SatelliteSet()
    satellites.fixLost()
    integrity?.lostFix()
    undated.emit(.fixLost(time), at: time, by: dates, consume)
  }

  // MARK: - Events

  /// Emits the errors that GST reported for the epoch.
  private mutating func emit(_ gst: GST, at time: FixTime, _ consume: Consumer) {
    let event = ReceiverReport.errorStatistics(ErrorStatistics(gst, at: time))
    undated.emit(event, at: time, by: dates, consume)
  }

  mutating func emitHeldIfDated(_ consume: Consumer) {
    if !undated.isEmpty, dates.isKnown { undated.release(by: dates, consume) }
  }

  private mutating func emitSatellites(_ consume: Consumer) {
    guard let view = satellites.epochEnded(used: hasFix ? used : SatelliteSet()) else { return }
    integrity?.received(view)
    consume(.satellites(view))
  }
}
