// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Messages in, events out: gathers what is reported about each instant, and decides whether it is a fix.
struct FixGatherer: Sendable {
  typealias Consumer = FixPipeline.Consumer

  var assembler = EpochAssembler()
  var clocks: ClockSelector
  var zone = GLLZone()
  var dates: DateResolver
  /// The dates, if what is set aside comes from the receiver that is followed.
  private var datesAside: DateResolver
  var satellites = SatelliteCollector()
  var headings = HeadingCollector()
  var frames = FrameIntake()
  /// Warns of fixes that should not be trusted; `nil` if nobody asks for that.
  var integrity: IntegrityMonitor?
  /// Verifies signatures of navigation data; `nil` if nobody asks for that.
  var authenticator: (any FixAuthenticator)?
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
  private(set) var lateInstants = 0
  var timeless = TimelessClock()
  /// The last arrival of bytes, nanoseconds on the caller's clock; an integer because it is read at every wake-up.
  private(set) var lastArrival: Int64?
  private var undated: UndatedReports
  var progress = FixPipeline.Progress()
  /// Number of epochs so far that report a position, or that there is none.
  private(set) var epochs = 0
  /// The latest time of the receiver that is followed, nanoseconds of the day.
  var latest: Int64? { clocks.latest }
  var reportsLeftOut: [(talker: Talker, count: Int)] { clocks.leftOut }

  init(accuracy: AccuracyModel, dates: DateResolver, undatedFixesHeld: Int) {
    sortsInstants = undatedFixesHeld > 0
    clocks = ClockSelector(isLive: !sortsInstants)
    self.dates = dates
    datesAside = dates
    self.accuracy = accuracy
    undated = UndatedReports(most: undatedFixesHeld)
  }

  /// Returns what has been dropped with what was left out here.
  func complete(_ defects: Defects) -> Defects {
    var defects = defects
    defects.lateInstants = lateInstants
    return defects
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

  // MARK: - Messages with a time

  mutating func add<Sentence: TimedContributor>(
    _ message: Sentence, at time: UTCTime, _ consume: Consumer,
    learn: (inout Self) -> Void = { _ in }
  ) {
    let verdict = place(
      message.contribution, of: message.speaker, at: time, message.coordinate, consume)
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
      if epoch.hasFix { lateInstants += 1 }
      return
    }
    lastTime = time
    if !epoch.satellitesUsed.isEmpty { used = epoch.satellitesUsed }
    if epoch.hasFix, let place = epoch.position.value {
      var fix = Fix(epoch, at: place, time: time, satellitesInView: satellites.count())
      let hasOneFrequency = frequencies.areOne(
        for: fix.quality, at: time, satellites: satellites.view.satellites)
      accuracy.apply(to: &fix, from: epoch, hasOneFrequency: hasOneFrequency)
      // An instant that comes out of order says nothing about what has happened since the last one.
      fix.warnings = (isLate ? integrity?.warnings : integrity?.examine(fix)) ?? []
      if let authentication = authenticator?.authentication(of: used) {
        fix.authentication = authentication
        if authentication.status == .failed { fix.warnings.insert(.init(.navigationDataForged)) }
      }
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
