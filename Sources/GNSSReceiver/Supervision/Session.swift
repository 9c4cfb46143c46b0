// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import SerialLine

/// One candidate: what is being done with it, and what it says.
///
/// A value that opens nothing and reads no clock: it is told what happened, and wants things done
/// (``wants``) and tells events (``events``), which its owner takes.
struct Session {
  /// What is to be done at the edge.
  enum Want: Hashable {
    case open(BaudRate?)
    case close
    case setRate(BaudRate)
    case remember(BaudRate)
  }

  /// Where the line to it is.
  enum Line: Hashable {
    /// Not open; when to try again, `nil` not before something happens.
    case closed(retry: Duration?)
    case opening
    case open
  }

  /// Where it is now, and what it is.
  var candidate: Candidate
  var state: ReceiverState = .unused { didSet { hasChanged = true } }
  private(set) var line: Line = .closed(retry: nil) { didSet { hasChanged = true } }
  /// The rate that is set; `nil` if there is none.
  var rate: BaudRate? { didSet { hasChanged = true } }
  var wants: [Want] = []
  var events: [ReceiverEvent] = []
  /// Whether it has spoken of a position since it was opened.
  var isReceiver = false { didSet { hasChanged = true } }
  /// Whether it has ever, so that it is one to fall back on.
  var wasReceiver = false
  /// Whether it has a position now.
  var hasFix = false
  /// Whether anything may have changed by which others are chosen, or that is told of; its owner takes note of it.
  var hasChanged = false

  let options: SupervisionOptions
  /// Whether someone named it: it is kept open whatever it says.
  let isNamed: Bool
  var remembered: BaudRate?
  var detector: BaudRateDetector?
  private var pipeline: FixPipeline
  /// What the pipeline has come to.
  private(set) var progress: FixPipeline.Progress
  var age = FixAge()
  var pacing = ReadPacing()
  var satellitesInView: Int?
  /// What came while it was not known yet to be a receiver's.
  var unproven = UnprovenBytes()
  var openedAt: Duration = .zero
  var lastBytes: Duration?
  /// When bytes last made a sentence; `nil` if none has since it was opened.
  private(set) var lastSentence: Duration?
  /// How many bytes have come since then.
  private(set) var unreadable = 0
  var foundAt: Duration? { didSet { hasChanged = true } }
  /// How many times in a row it fell silent; a byte ends that.
  var silences = 0
  /// How many of these times not a byte had come since it was opened, so that another rate is tried.
  var dumbRates = 0
  /// Whether it hung up without a byte when it was last open: how it stands does not change until one comes, or
  /// every new attempt would be news.
  private var isMute = false
  /// Whether the device is not there, and will be told of when it is back.
  private var isGone = false
  /// Begins anew with a sentence: noise before the next hang-up is no success.
  var failures: Backoff
  var exclusions = Backoff(first: .seconds(60), longest: .seconds(600))

  init(_ candidate: Candidate, isNamed: Bool, remembered: BaudRate?, _ options: SupervisionOptions)
  {
    self.candidate = candidate
    self.options = options
    self.remembered = remembered
    self.isNamed = isNamed
    pipeline = options.pipeline
    progress = pipeline.progress
    failures = Backoff(
      first: candidate.isNetwork ? options.firstNetworkRetry : options.firstRetry,
      longest: options.longestRetry)
  }

  /// Takes what is to be done.
  mutating func takeWants() -> [Want] {
    defer { wants.removeAll() }
    return wants
  }

  /// Moves what is to be told behind what is there.
  mutating func moveEvents(to others: inout [ReceiverEvent]) {
    if others.isEmpty {
      // As a rule: not one is copied, and both keep their room.
      swap(&others, &events)
    } else {
      others += events
      events.removeAll(keepingCapacity: true)
    }
  }

  // MARK: Opening and closing

  /// Opens it, unless that has been done.
  mutating func open(at now: Duration) {
    guard case .closed = line else { return }
    line = .opening
    if !keepsState { state = .opening }
    detector =
      candidate.hasRate
      ? BaudRateDetector(
        fixed: options.rate, remembered: remembered, skipping: dumbRates, at: now) : nil
    rate = detector?.rate
    wants.append(.open(rate))
  }

  /// Whether opening it is no news until a byte comes.
  private var keepsState: Bool { if case .silent = state { true } else { isMute } }

  /// Whether it is closed, there, and nothing is planned with it.
  var isIdle: Bool { line == .closed(retry: nil) && !isGone && state != .ended }

  /// Opens it if nothing else is planned with it.
  mutating func openIfIdle(at now: Duration) {
    if isIdle { open(at: now) }
  }

  /// It has been opened.
  ///
  /// - Parameter hasRate: whether there is a rate to be found; a pipe or `/dev/gnss0` has none.
  mutating func opened(at now: Duration, hasRate: Bool) {
    guard line == .opening else { return }
    line = .open
    if !hasRate { (detector, rate) = (nil, nil) }
    openedAt = now
    lastBytes = nil
    lastSentence = nil
    foundAt = nil
    isReceiver = false
    satellitesInView = nil
    unproven = UnprovenBytes()
    beginPipeline()
    pacing = ReadPacing()
    if keepsState { return }
    state = rate.map { .detectingRate($0) } ?? .waitingForFix(satellitesInView: nil, since: now)
  }

  /// It could not be opened, or fails.
  mutating func failed(_ error: SourceError, at now: Duration) {
    if case .port(let error) = error, case .unsupportedRate = error.cause, options.rate == nil,
      line == .open
    {
      // One of the usual rates that this driver does not do.
      if let verdict = detector?.advance(at: now) { obey(verdict, at: now) }
      return
    }
    lose()
    closeLine(retry: now + failures.next())
    let isGone: Bool
    switch error {
    case .port(let error): isGone = error.cause == .unplugged || error.cause == .missing
    case .network, .recording: isGone = false
    }
    state = isGone && (wasReceiver || state == .unplugged) ? .unplugged : .failed(error)
  }

  /// The line has hung up: unplugged, closed by the peer, or at its end.
  mutating func hungUp(at now: Duration) {
    if case .closed = line, state == .unplugged { return }
    isMute = line == .open && lastBytes == nil
    finish(at: now)
    lose()
    closeLine()
    switch candidate.place {
    case .recording, .standardInput:
      state = .ended
    case .port, .tcp, .udp:
      line = .closed(retry: now + failures.next())
      state = .unplugged
    }
  }

  /// It has gone, or is in another place: nothing to try until it is back.
  mutating func vanished(at now: Duration) {
    hungUp(at: now)
    closeLine()
    isGone = true
  }

  /// It is back, or may be opened now: no waiting.
  mutating func retry(at now: Duration) {
    isGone = false
    isMute = false
    failures.reset()
    open(at: now)
  }

  /// Closes it because another one serves.
  mutating func retire() {
    lose()
    closeLine()
    switch state {
    case .failed, .notAReceiver, .unplugged, .ended: break
    default: state = wasReceiver ? .spare : .unused
    }
  }

  /// Closes the line, if it is open.
  mutating func closeLine(retry: Duration? = nil) {
    if case .closed = line {} else { wants.append(.close) }
    line = .closed(retry: retry)
  }

  // MARK: What comes

  /// Bytes came.
  ///
  /// - Parameter time: nanoseconds since 1970, if they are to be told of as they are.
  mutating func received(_ bytes: RawSpan, at now: Duration, time: Int64?) {
    guard line == .open else { return }
    lastBytes = now
    silences = 0
    dumbRates = 0
    if keepsState {
      isMute = false
      state = rate.map { .detectingRate($0) } ?? .waitingForFix(satellitesInView: nil, since: now)
    }
    keep(bytes, time)
    pacing.received(at: now, period: progress.period)
    let sentences = progress.sentences
    var news = beginNews(at: now)
    pipeline.push(bytes, at: now) { news.take($0) }
    progress = pipeline.progress
    if progress.sentences != sentences {
      (lastSentence, unreadable) = (now, 0)
    } else {
      unreadable += bytes.byteCount
    }
    if foundAt == nil { detect(bytes, at: now) }
    if news.isCompletion { pacing.completed(at: now) }
    tell(news)
    noteTalk(at: now)
  }

  /// Until when nothing need be read that comes after what has just been received; `nil` if it is to be read at once.
  mutating func rest(at now: Duration) -> Duration? {
    rate == nil ? nil : pacing.rest(at: now)
  }

  /// What the pipeline is about to tell, to be given to ``tell(_:)``.
  private mutating func beginNews(at arrival: Duration) -> News {
    defer { events = [] }
    return News(behind: events, hasFix: hasFix, at: arrival)
  }

  /// The end of the pipeline's input.
  private mutating func finish(at now: Duration) {
    guard line == .open else { return }
    var news = beginNews(at: lastBytes ?? now)
    pipeline.finish { news.take($0) }
    progress = pipeline.progress
    tell(news)
  }

  /// Begins with a pipeline that has seen nothing.
  mutating func beginPipeline() {
    pipeline = options.pipeline
    progress = pipeline.progress
  }

  /// Time has passed.
  mutating func elapse(to now: Duration) {
    switch line {
    case .closed(let retry?) where now >= retry: open(at: now)
    case .closed, .opening: break
    case .open:
      var news = beginNews(at: lastBytes ?? now)
      pipeline.elapse(to: now) { news.take($0) }
      progress = pipeline.progress
      tell(news)
      if age.expires(at: now) { lose(at: now) }
      if let verdict = detector?.elapse(to: now), foundAt == nil { obey(verdict, at: now) }
      if let silence, now >= silence { fallSilent(at: now) }
      if let incomprehension, now >= incomprehension { reopen(at: now) }
      if let judgement, now >= judgement {
        exclude(as: .notAReceiver(foundAt == nil ? .noSentence(nil) : .noPosition), at: now)
      }
    }
  }
}
