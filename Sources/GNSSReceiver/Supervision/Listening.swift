// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationFormats
import NMEA0183
import SerialLine

/// What is heard on an open link: whether it comes from a receiver, and whether there is a fix.
///
/// It starts anew each time the link is opened. It cannot act on the link itself; it returns a ``Conclusion`` instead.
struct Listening {
  /// The candidate's state.
  var state: ReceiverState { didSet { if state != oldValue { hasChanged = true } } }
  private var hasChanged = false
  /// The events to pass on, if this candidate serves.
  var events: [ReceiverEvent] = []
  /// What arrives on the line, and when.
  private(set) var line: LineActivity

  let options: SupervisionOptions
  private let place: any Place
  let traits: PlaceTraits
  /// The name of its place.
  private let name: String
  /// Whether the user named it.
  private let isNamed: Bool
  private var interpreter: any Interpreter
  /// Whether the source reports its receiver's state.
  let reportsStates: Bool
  /// What the interpreter has read so far.
  private(set) var progress: FixPipeline.Progress
  private var proof: ReceiverProof
  private var age = FixAge()
  private var satellitesInView: Int?
  /// What a program has reported about its receiver.
  private var relay = RelayedState()

  /// - Parameters:
  ///   - detector: finds the rate; `nil` if there is none to find.
  ///   - silences: how many times in a row it was opened before without receiving a byte.
  ///   - keptState: the state to keep until a byte arrives; `nil` if opening the link is a change of state.
  init(
    _ candidate: Candidate, isNamed: Bool, detector: BaudRateDetector?, silences: Int = 0,
    keptState: ReceiverState? = nil, _ options: SupervisionOptions, at now: Duration
  ) {
    self.options = options
    self.isNamed = isNamed
    place = candidate.place
    (traits, name) = (place.traits, place.name)
    line = LineActivity(openedAt: now, silences: silences, rate: detector?.rate)
    line.keepsState = keptState != nil
    proof = ReceiverProof(detector, of: traits)
    interpreter = place.interpreter(options)
    (reportsStates, progress) = (interpreter.reportsStates, interpreter.progress)
    state = .opening
    state = keptState ?? firstState(at: now)
  }

  private func firstState(at now: Duration) -> ReceiverState {
    if isProgram { return .opening }
    return rate.map { .detectingRate($0) } ?? .waitingForFix(satellitesInView: nil, since: now)
  }

  /// The present rate; `nil` if there is none.
  var rate: BaudRate? { line.rate }

  /// Whether it has reported a position, valid or not.
  var isReceiver: Bool { proof.isReceiver }

  /// Whether it has a position now.
  var hasFix: Bool { age.hasFix }

  /// Whether it is a program that has a receiver.
  var isProgram: Bool { traits.contains(.isProgram) }

  /// Whether it may serve: it reports positions, or it is understood and was named by the user.
  var isWorthHearing: Bool { isReceiver || isNamed && line.isUnderstood }

  // MARK: Input

  /// Takes bytes that have arrived.
  ///
  /// - Parameter time: nanoseconds since 1970 if a listener takes the bytes; else `nil`.
  mutating func received(_ bytes: RawSpan, at now: Duration, time: Int64?) -> Reception {
    hasChanged = false
    if line.keepsState || isSilent { state = firstState(at: now) }
    if let time, !isProgram { keep(bytes, time) }
    let sentences = progress.sentences
    var heard: [Interpretation] = []
    interpreter.read(bytes, at: now) { heard.append($0) }
    progress = interpreter.progress
    line.received(bytes.byteCount, formsSentence: progress.sentences != sentences, at: now)
    let conclusion = line.isUnderstood || isProgram ? nil : detect(bytes, at: now)
    let news = received(heard, at: now)
    if line.isUnderstood, !isReceiver, progress.positionReports > 0 { proved(at: now) }
    let gatherEnd = gatherEnd(after: bytes, at: now)
    return reception(conclusion ?? news, gatherEnd: gatherEnd)
  }

  /// Advances to a time.
  mutating func elapse(to now: Duration) -> Reception {
    hasChanged = false
    var heard: [Interpretation] = []
    interpreter.elapse(to: now) { heard.append($0) }
    progress = interpreter.progress
    _ = received(heard, at: line.lastBytes ?? now)
    if let fixDeadline, now >= fixDeadline {
      lose(at: now)
      state = .lost(satellitesInView: nil, since: now)
    }
    let verdict = line.isUnderstood ? nil : proof.elapse(to: now)
    return reception(verdict.flatMap { conclude($0, at: now) } ?? silence(at: now))
  }

  private func reception(_ conclusion: Conclusion?, gatherEnd: Duration? = nil) -> Reception {
    Reception(
      conclusion: conclusion, hasChanged: hasChanged || conclusion != nil, gatherEnd: gatherEnd)
  }

  /// Takes the end of the data: passes on what the interpreter still holds.
  mutating func finish(at now: Duration) {
    var heard: [Interpretation] = []
    interpreter.finish { heard.append($0) }
    progress = interpreter.progress
    _ = received(heard, at: line.lastBytes ?? now)
  }

  /// Moves on to the next rate, because the driver does not support the present one.
  ///
  /// - Returns: what follows; `nil` if no rate is being looked for.
  mutating func refusedRate(at now: Duration) -> Conclusion? {
    guard let verdict = proof.refusedRate(at: now) else { return nil }
    return conclude(verdict, at: now)
  }

  /// Reports the loss of the fix, if there was one.
  mutating func lose(at now: Duration) {
    guard hasFix else { return }
    age.forget()
    pass(.report(.fixLost(nil)), at: now)
  }

  /// Starts anew at another rate.
  mutating func changeRate(to rate: BaudRate) {
    line.rate = rate
    interpreter = place.interpreter(options)
    progress = interpreter.progress
    proof.unproven = UnprovenBytes()
  }

  /// When the last fix becomes too old.
  var fixDeadline: Duration? { age.deadline }
  /// When the present rate has been tried long enough.
  var proofDeadline: Duration? { line.isUnderstood ? nil : proof.deadline }
  /// The protocol that is expected, for people.
  var protocolName: String { interpreter.protocolName }

  // MARK: Proof

  private var isSilent: Bool { if case .silent = state { true } else { false } }

  /// Checks whether the bytes make sense at this rate.
  private mutating func detect(_ bytes: RawSpan, at now: Duration) -> Conclusion? {
    guard let verdict = proof.received(bytes, sentences: progress.sentences, at: now) else {
      return nil
    }
    return conclude(verdict, at: now)
  }

  private mutating func conclude(_ verdict: ReceiverProof.Verdict, at now: Duration) -> Conclusion?
  {
    switch verdict {
    case .gpsd: return .notAReceiver(.gpsd)
    case .understood: return understood(nil, at: now)
    case .rate(.listening): return nil
    case .rate(.found(let rate)): return understood(rate, at: now)
    case .rate(.binary(let name)): return .notAReceiver(.binary(name))
    case .rate(.tryRate(let rate)):
      changeRate(to: rate)
      state = .detectingRate(rate)
      return .changedRate(rate)
    case .rate(.nothingFound(let next)):
      return .notAReceiver(.noSentence(options.rate), next: options.rate == nil ? next : nil)
    }
  }

  /// Records the first sentence, which shows that the bytes are not noise.
  private mutating func understood(_ rate: BaudRate?, at now: Duration) -> Conclusion {
    line.understoodAt = now
    state = .waitingForFix(satellitesInView: nil, since: now)
    if isWorthHearing { releaseUnproven() }
    return .understood(rate)
  }

  /// Records the first position.
  private mutating func proved(at now: Duration) {
    (proof.isReceiver, hasChanged) = (true, true)
    releaseUnproven()
    if case .notAReceiver = state {
      state = .waitingForFix(satellitesInView: satellitesInView, since: now)
    }
  }

  /// Keeps bytes for listeners that take them, until they are known to come from a receiver.
  private mutating func keep(_ bytes: RawSpan, _ time: Int64) {
    let received = ReceivedBytes(bytes: bytes.withUnsafeBytes { Array($0) }, time: time)
    if isWorthHearing { pass(.bytes(received), at: .zero) } else { proof.unproven.add(received) }
  }

  private mutating func releaseUnproven() {
    for received in proof.unproven.drain() { pass(.bytes(received), at: .zero) }
  }

  // MARK: Reports

  private mutating func pass(
    _ content: ReceiverEvent.Content, of receiver: String? = nil, at arrival: Duration
  ) {
    events.append(ReceiverEvent(content, of: receiver ?? name, at: arrival))
  }

  /// Takes what the interpreter has read.
  private mutating func received(_ heard: [Interpretation], at arrival: Duration) -> Conclusion? {
    var conclusion: Conclusion?
    for interpretation in heard {
      switch interpretation {
      case .event(let content, let receiver, let age):
        received(content, of: receiver, at: arrival - age)
      case .understood:
        if !line.isUnderstood { conclusion = .understood(nil) }
        programUnderstood(at: arrival)
      case .state(let report):
        relay.report = report
        if !isDenied { state = relay.state }
      case .authorization(let authorization):
        if authorization.status == .denied { received(.report(.fixLost(nil)), at: arrival) }
        relay.authorization = authorization
        state = relay.state
      }
    }
    return conclusion
  }

  private mutating func received(
    _ content: ReceiverEvent.Content, of receiver: String? = nil, at arrival: Duration
  ) {
    switch content {
    case .report(.fix):
      age.received(at: arrival, period: progress.period)
      followFix(at: arrival)
    case .report(.fixLost):
      guard hasFix else { return }
      age.forget()
      followFix(at: arrival)
    case .report(.satellites(let view)):
      satellitesInView = view.count
      state.satellitesChanged(to: view.count)
    case .lastFix: if hasFix { return }
    default: break
    }
    pass(content, of: receiver, at: arrival)
  }

  private var isDenied: Bool { if case .denied = state { true } else { false } }

  /// Updates the state after a fix was reported or lost.
  private mutating func followFix(at now: Duration) {
    // The usual case: it had a fix, and has another one.
    if hasFix, case .fix = state { return }
    if isDenied { return }
    if reportsStates, relay.report != nil {
      // The state that the program reports takes precedence, but only while its fixes arrive.
      state = relay.state
    } else {
      state = hasFix ? .fix : .lost(satellitesInView: satellitesInView, since: now)
    }
  }

  /// Records that a program speaks the expected protocol and, as far as is known, has a receiver.
  private mutating func programUnderstood(at now: Duration) {
    let isRelayed = if case .relayed = state { true } else { false }
    // A service reports its receiver's state by itself.
    if line.isUnderstood ? isRelayed : !reportsStates {
      state = .waitingForFix(satellitesInView: nil, since: now)
    }
    if !line.isUnderstood { line.understoodAt = now }
  }
}
