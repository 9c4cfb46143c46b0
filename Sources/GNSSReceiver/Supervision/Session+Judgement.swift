// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What follows from what a candidate says, or does not say.

import GNSS
import NMEA0183
import SerialLine

extension Session {
  /// When ``elapse(to:)`` has something to do; `nil` while it has not.
  var deadline: Duration? {
    mutating get {
      switch line {
      case .closed(let retry): return retry
      case .opening: return nil
      case .open:
        var first = Self.earlier(progress.deadline, age.deadline)
        if foundAt == nil { first = Self.earlier(first, detector?.deadline) }
        first = Self.earlier(first, silence)
        first = Self.earlier(first, incomprehension)
        return Self.earlier(first, judgement)
      }
    }
  }

  private static func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  // MARK: The rate

  /// Looks whether the bytes make sense at this rate.
  mutating func detect(_ bytes: RawSpan, at now: Duration) {
    guard let verdict = detector?.note(bytes, sentences: progress.sentences, at: now) else {
      // No rate to be found: any sentence will do.
      if progress.sentences > 0 { found(at: now) }
      return
    }
    obey(verdict, at: now)
  }

  mutating func obey(_ verdict: BaudRateDetector.Verdict, at now: Duration) {
    switch verdict {
    case .listening: break
    case .found(let rate):
      remembered = rate
      wants.append(.remember(rate))
      found(at: now)
    case .binary(let name): exclude(as: .notAReceiver(.binary(name)), at: now)
    case .tryRate(let rate): listen(at: rate)
    case .nothingFound(let next):
      exclude(as: .notAReceiver(.noSentence(options.rate)), at: now)
      if line == .open, options.rate == nil { listen(at: next, telling: false) }
    }
  }

  private mutating func listen(at rate: BaudRate, telling: Bool = true) {
    self.rate = rate
    beginPipeline()
    unproven = UnprovenBytes()
    wants.append(.setRate(rate))
    if telling { state = .detectingRate(rate) }
  }

  /// A sentence came: what is there is no noise.
  private mutating func found(at now: Duration) {
    foundAt = now
    failures.reset()
    state = .waitingForFix(satellitesInView: nil, since: now)
    if isWorthHearing { tellUnproven() }
  }

  /// Whether it may serve: it speaks of positions, or at least in sentences if someone named it.
  var isWorthHearing: Bool { isReceiver || isNamed && foundAt != nil }

  private mutating func tellUnproven() {
    for received in unproven.take() { events.append(.bytes(received)) }
  }

  /// Keeps the bytes for those who asked for them, until they are known to be a receiver's.
  mutating func keep(_ bytes: RawSpan, _ time: Int64?) {
    guard let time else { return }
    let copy = [UInt8](unsafeUninitializedCapacity: bytes.byteCount) { buffer, count in
      bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
      count = bytes.byteCount
    }
    let received = ReceivedBytes(bytes: copy, time: time)
    if isWorthHearing { events.append(.bytes(received)) } else { unproven.add(received) }
  }

  // MARK: Fixes

  /// Passes on what the pipeline has told.
  mutating func tell(_ news: News) {
    if news.isAboutFix {
      hasFix = news.hasFix
      if hasFix {
        age.note(at: news.arrival, period: progress.period)
        if !state.hasFix { state = .fix }
      } else {
        age.forget()
        state = .lost(satellitesInView: satellitesInView, since: news.arrival)
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
    // What was found out meanwhile was told meanwhile.
    if events.isEmpty { events = news.events } else { events += news.events }
  }

  /// There is no fix any more, if there was one.
  mutating func lose(at now: Duration? = nil, _ time: FixTime? = nil) {
    guard hasFix else { return }
    hasFix = false
    age.forget()
    if let now { state = .lost(satellitesInView: nil, since: now) }
    events.append(.fixLost(time))
  }

  /// Whether it speaks of positions by now.
  mutating func noteTalk(at now: Duration) {
    guard foundAt != nil, !isReceiver, progress.positionReports > 0 else { return }
    isReceiver = true
    wasReceiver = true
    tellUnproven()
    if case .notAReceiver = state {
      state = .waitingForFix(satellitesInView: satellitesInView, since: now)
    }
  }

  /// When a candidate that talks, and not of positions, is no receiver.
  var judgement: Duration? {
    if case .notAReceiver = state { return nil }
    if isReceiver { return nil }
    if let foundAt { return foundAt + options.silence }
    // Where there is a rate, its detector judges.
    return rate == nil && lastBytes != nil ? openedAt + options.silence : nil
  }

  // MARK: Silence

  /// When it has been silent for too long; `nil` if there is nothing to be done about it.
  var silence: Duration? {
    switch candidate.place {
    case .recording, .standardInput: return nil
    case .udp: if case .silent = state { return nil }
    case .port, .tcp: break
    }
    // By adding: multiplying is generic, and this is asked at every wake-up.
    var patience = options.silence
    for _ in 0..<min(silences, 5) { patience += patience }
    return (lastBytes ?? openedAt) + max(patience, threePeriods)
  }

  /// A receiver that sends every minute is not silent.
  private var threePeriods: Duration {
    guard let period = progress.period else { return .zero }
    return period + period + period
  }

  /// When a receiver that was understood, and whose bytes make no sentence any more, has got another rate or
  /// another protocol.
  ///
  /// `nil` if its bytes make sense, may be a sentence yet, or there is no rate to be found.
  var incomprehension: Duration? {
    guard line == .open, rate != nil, foundAt != nil, let lastSentence,
      unreadable > SentenceFramer.maximumLength
    else { return nil }
    return lastSentence + max(options.silence, threePeriods)
  }

  /// Begins anew, with the search for the rate.
  mutating func reopen(at now: Duration) {
    lose()
    closeLine()
    open(at: now)
  }

  /// Not a byte has come for long: open it again, some drivers and receivers come back by that.
  ///
  /// A line
  /// that never sent one gets another rate, too.
  mutating func fallSilent(at now: Duration) {
    lose()
    let since = if case .silent(let since) = state { since } else { lastBytes ?? openedAt }
    let hasTalked = lastBytes != nil
    exclude(as: .silent(since: since), at: now)
    guard line == .open else { return }
    if case .udp = candidate.place { return }
    silences = hasTalked ? 1 : silences + 1
    dumbRates = hasTalked ? 0 : dumbRates + 1
    reopen(at: now)
  }

  /// Says that it is no receiver, or none that can be heard.
  ///
  /// Unless someone named it, and it is not merely
  /// silent though the catalog knows it, it is closed and looked at again much later.
  mutating func exclude(as newState: ReceiverState, at now: Duration) {
    state = newState
    if isNamed { return }
    switch newState {
    case .notAReceiver(.binary), .notAReceiver(.noPosition): break
    default: if candidate.likelihood >= options.trustedLikelihood || wasReceiver { return }
    }
    closeLine(retry: now + exclusions.next())
  }
}
