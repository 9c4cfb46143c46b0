// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import SerialLine
import ServiceProtocol

/// What is heard on an open link: at which baud rate, in which sentences, and with which fixes.
///
/// It starts anew each time the link is opened. It cannot act on the link itself; it returns a ``Conclusion`` instead.
struct Listening {
  /// What the data received so far, or its absence, means for the link.
  enum Conclusion: Hashable {
    /// A sentence arrived, at this rate if there is one.
    case understood(BaudRate?)
    /// Listen at this rate from now on.
    case changedRate(BaudRate)
    /// It is not a receiver; the rate at which to continue listening, if that makes sense.
    case notAReceiver(ReceiverState.Reason, next: BaudRate? = nil)
    /// No byte has arrived for too long.
    case silent(since: Duration)
    /// It was understood before, and has sent bytes without a sentence for too long: the rate or the protocol has
    /// changed.
    case garbled
  }

  /// The candidate's state.
  var state: ReceiverState
  /// The present rate; `nil` if there is none.
  private(set) var rate: BaudRate?
  /// Whether it has reported a position, valid or not.
  private(set) var isReceiver = false
  /// Whether it has a position now.
  private(set) var hasFix = false
  /// The events to pass on, if this candidate serves.
  var events: [ReceiverEvent] = []
  /// When the last byte arrived; `nil` if none has.
  private(set) var lastBytes: Duration?

  let openedAt: Duration
  let options: SupervisionOptions
  let traits: PlaceTraits
  /// Whether the user named it.
  private let isNamed: Bool
  /// How many times in a row it was opened before without receiving a byte.
  let silences: Int
  /// Whether its state is kept until a byte arrives.
  private var keepsState: Bool
  private var detector: BaudRateDetector?
  private var pipeline: FixPipeline
  /// Decodes the bytes in place of the pipeline, if they come from a program that has a receiver.
  var decoder: (any ReportDecoder)?
  /// The last state that the program reported for its receiver.
  var relayed: StateReport?
  /// Whether it only reports positions of reduced accuracy.
  var isReduced = false
  var reportedPeriod = ReportedPeriod()
  /// What the pipeline has processed so far.
  private(set) var progress: FixPipeline.Progress
  private var greeting = GreetingDetector()
  private var age = FixAge()
  private var satellitesInView: Int?
  /// What arrived before it was known to come from a receiver.
  private var unproven = UnprovenBytes()
  /// When bytes last formed a sentence; `nil` if none have.
  private(set) var lastSentence: Duration?
  /// How many bytes have arrived since then.
  private(set) var unreadable = 0
  /// When the first sentence arrived.
  var understoodAt: Duration?

  /// - Parameters:
  ///   - detector: finds the rate; `nil` if there is none to find.
  ///   - keptState: the state to keep until a byte arrives; `nil` if opening the link is a change of state.
  init(
    _ candidate: Candidate, isNamed: Bool, detector: BaudRateDetector?, silences: Int = 0,
    keptState: ReceiverState? = nil, _ options: SupervisionOptions, at now: Duration
  ) {
    self.options = options
    self.isNamed = isNamed
    self.detector = detector
    self.silences = silences
    traits = candidate.place.traits
    openedAt = now
    rate = detector?.rate
    pipeline = options.pipeline(for: traits)
    progress = pipeline.progress
    decoder = candidate.place.decoder
    keepsState = keptState != nil
    state = .opening
    state = keptState ?? firstState(at: now)
  }

  private func firstState(at now: Duration) -> ReceiverState {
    if decoder != nil { return .opening }
    return rate.map { .detectingRate($0) } ?? .waitingForFix(satellitesInView: nil, since: now)
  }

  /// Whether it may serve: it reports positions, or it is understood and was named by the user.
  var isWorthHearing: Bool { isReceiver || isNamed && understoodAt != nil }

  // MARK: Input

  /// Takes bytes that have arrived.
  ///
  /// - Parameter time: nanoseconds since 1970 if a listener takes the bytes; else `nil`.
  mutating func received(_ bytes: RawSpan, at now: Duration, time: Int64?) -> Conclusion? {
    lastBytes = now
    if keepsState || isSilent {
      keepsState = false
      state = firstState(at: now)
    }
    if decoder != nil { return receivedReports(bytes, at: now) }
    if let time { keep(bytes, time) }
    let sentences = progress.sentences
    var news = beginNews(at: now)
    pipeline.push(bytes, at: now) { news.append($0) }
    progress = pipeline.progress
    if progress.sentences != sentences {
      (lastSentence, unreadable) = (now, 0)
    } else {
      unreadable += bytes.byteCount
    }
    let conclusion = understoodAt == nil ? detect(bytes, at: now) : nil
    received(news)
    if understoodAt != nil, !isReceiver, progress.positionReports > 0 { proved(at: now) }
    return conclusion
  }

  /// Advances to a time, and returns what follows from it.
  mutating func elapse(to now: Duration) -> Conclusion? {
    var news = beginNews(at: lastBytes ?? now)
    pipeline.elapse(to: now) { news.append($0) }
    progress = pipeline.progress
    received(news)
    if age.expires(at: now) { lose(at: now) }
    if understoodAt == nil, let verdict = detector?.elapse(to: now),
      let conclusion = conclude(verdict, at: now)
    {
      return conclusion
    }
    if let silenceDeadline, now >= silenceDeadline {
      let since = if case .silent(let since) = state { since } else { lastBytes ?? openedAt }
      return .silent(since: since)
    }
    if let garbledDeadline, now >= garbledDeadline { return .garbled }
    if let judgementDeadline, now >= judgementDeadline {
      if let decoder { return .notAReceiver(.otherProtocol(decoder.protocolName)) }
      return .notAReceiver(understoodAt == nil ? .noSentence(nil) : .noPosition)
    }
    return nil
  }

  /// Takes the end of the data: passes on what the pipeline still holds.
  mutating func finish(at now: Duration) {
    var news = beginNews(at: lastBytes ?? now)
    pipeline.finish { news.append($0) }
    progress = pipeline.progress
    received(news)
  }

  /// Moves on to the next rate, because the driver does not support the present one.
  ///
  /// - Returns: what follows; `nil` if no rate is being looked for.
  mutating func refusedRate(at now: Duration) -> Conclusion? {
    guard let verdict = detector?.advance(at: now) else { return nil }
    return conclude(verdict, at: now)
  }

  /// Reports the loss of the fix, if there was one.
  mutating func lose(at now: Duration? = nil) {
    guard hasFix else { return }
    hasFix = false
    age.forget()
    if let now { state = .lost(satellitesInView: nil, since: now) }
    events.append(.fixLost(nil))
  }

  /// Starts anew at another rate, with an empty pipeline.
  mutating func changeRate(to rate: BaudRate) {
    self.rate = rate
    pipeline = options.pipeline(for: traits)
    progress = pipeline.progress
    unproven = UnprovenBytes()
  }

  /// When the last fix becomes too old.
  var fixDeadline: Duration? { age.deadline }
  /// When the present rate has been tried long enough.
  var detectorDeadline: Duration? { detector?.deadline }

  // MARK: Steps

  private var isSilent: Bool { if case .silent = state { true } else { false } }

  /// Checks whether the bytes make sense at this rate.
  private mutating func detect(_ bytes: RawSpan, at now: Duration) -> Conclusion? {
    let sentences = progress.sentences
    if traits.contains(.isRemote), greeting.completes(with: bytes) { return .notAReceiver(.gpsd) }
    if let verdict = detector?.received(bytes, sentences: sentences, at: now) {
      return conclude(verdict, at: now)
    }
    // There is no rate to find, so any sentence will do.
    if sentences == 0 { return nil }
    understood(at: now)
    return .understood(nil)
  }

  private mutating func conclude(
    _ verdict: BaudRateDetector.Verdict, at now: Duration
  ) -> Conclusion? {
    switch verdict {
    case .listening: return nil
    case .found(let rate):
      understood(at: now)
      return .understood(rate)
    case .binary(let name): return .notAReceiver(.binary(name))
    case .tryRate(let rate):
      changeRate(to: rate)
      state = .detectingRate(rate)
      return .changedRate(rate)
    case .nothingFound(let next):
      return .notAReceiver(.noSentence(options.rate), next: options.rate == nil ? next : nil)
    }
  }

  /// Records the first sentence, which shows that the bytes are not noise.
  private mutating func understood(at now: Duration) {
    understoodAt = now
    state = .waitingForFix(satellitesInView: nil, since: now)
    if isWorthHearing { releaseUnproven() }
  }

  /// Records the first position.
  private mutating func proved(at now: Duration) {
    isReceiver = true
    releaseUnproven()
    if case .notAReceiver = state {
      state = .waitingForFix(satellitesInView: satellitesInView, since: now)
    }
  }

  /// Keeps bytes for listeners that take them, until they are known to come from a receiver.
  private mutating func keep(_ bytes: RawSpan, _ time: Int64) {
    let copy = [UInt8](unsafeUninitializedCapacity: bytes.byteCount) { buffer, count in
      bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
      count = bytes.byteCount
    }
    let received = ReceivedBytes(bytes: copy, time: time)
    if isWorthHearing { events.append(.bytes(received)) } else { unproven.add(received) }
  }

  private mutating func releaseUnproven() {
    for received in unproven.drain() { events.append(.bytes(received)) }
  }

  /// Returns what collects the pipeline's next reports behind the present events, to be passed to ``received(_:)``.
  mutating func beginNews(at arrival: Duration) -> News {
    defer { events = [] }
    return News(behind: events, hasFix: hasFix, at: arrival)
  }

  /// Applies what the pipeline has reported.
  mutating func received(_ news: News) {
    if news.isAboutFix {
      hasFix = news.hasFix
      if hasFix {
        age.received(at: news.arrival, period: progress.period ?? reportedPeriod.value)
        if decoder != nil {
          reportsFix(at: news.arrival)
        } else if !state.hasFix {
          state = .fix
        }
      } else {
        age.forget()
        state = .lost(satellitesInView: satellitesInView, since: news.arrival)
        if decoder != nil { reportsFix(at: news.arrival) }
      }
    }
    if let count = news.satellitesInView {
      satellitesInView = count
      switch state {
      case .waitingForFix(_, let since):
        state = .waitingForFix(satellitesInView: count, since: since)
      case .lost(_, let since): state = .lost(satellitesInView: count, since: since)
      default: break
      }
    }
    // Events that were added meanwhile come first.
    if events.isEmpty { events = news.events } else { events += news.events }
  }
}
