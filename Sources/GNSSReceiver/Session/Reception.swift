// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import SerialLine

/// What is received on an open connection: whether it comes from a receiver, and whether there is a fix.
///
/// It starts anew each time the connection is opened. It cannot act on the connection itself; it returns a ``Conclusion`` instead.
struct Reception {
  /// What the source has reported.
  private(set) var reports: ReportedState
  /// What arrives on the line, and when.
  private(set) var line: LineActivity
  /// When ``elapse(to:into:)`` has something to do; `nil` for never.
  var deadline: Duration?

  let options: SupervisionOptions
  private let kind: any SourceKind
  let traits: SourceTraits
  /// Whether the user named it.
  private let isNamed: Bool
  private var interpreter: any Interpreter
  /// What the interpreter has read so far.
  private(set) var progress: FixPipeline.Progress
  private var proof: ReceiverProof

  /// - Parameters:
  ///   - detector: finds the rate; `nil` if there is none to find.
  ///   - silences: how many times in a row it was opened before without receiving a byte.
  ///   - keptState: the state to keep until a byte arrives; `nil` if opening the connection is a change of state.
  init(
    _ source: Source, isNamed: Bool, detector: BaudRateDetector?, silences: Int = 0,
    keptState: ReceiverState? = nil, _ options: SupervisionOptions, at now: Duration
  ) {
    self.options = options
    self.isNamed = isNamed
    kind = source.kind
    traits = kind.traits
    line = LineActivity(openedAt: now, silences: silences, detector: detector)
    line.keepsState = keptState != nil
    proof = ReceiverProof(detector, of: traits)
    interpreter = kind.interpreter(options)
    progress = interpreter.progress
    reports = ReportedState(from: kind.name, reportsStates: interpreter.reportsStates)
    state = keptState ?? firstState(at: now)
    plan()
  }

  /// The source's state.
  private(set) var state: ReceiverState {
    get { reports.state }
    set { reports.state = newValue }
  }

  /// Marks it as silent, or as not a receiver.
  mutating func exclude(as state: ReceiverState) {
    self.state = state
    plan()
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
  var hasFix: Bool { reports.hasFix }

  /// Whether the source has been understood.
  private var isUnderstood: Bool { reports.isUnderstood }

  /// Whether it is a program that has a receiver.
  var isProgram: Bool { traits.contains(.isProgram) }

  /// Whether it may be active: it reports positions, or it is understood and was named by the user.
  var isEligible: Bool { isReceiver || isNamed && isUnderstood }

  // MARK: Input

  /// Takes bytes that have arrived.
  ///
  /// - Parameter time: nanoseconds since 1970 if a listener takes the bytes; else `nil`.
  mutating func received(
    _ bytes: RawSpan, time: Int64?, at now: Duration, into events: inout [ReceiverEvent]
  ) -> Outcome {
    reports.hasChanged = false
    if line.keepsState || isSilent { state = firstState(at: now) }
    if let time, !isProgram { keep(bytes, time, into: &events) }
    let sentences = progress.sentences
    let undecided = Self.read(
      bytes, with: &interpreter, for: &reports, at: now, into: &events)
    progress = interpreter.progress
    line.received(bytes.byteCount, formsSentence: progress.sentences != sentences, at: now)
    var conclusion: Conclusion?
    if !isUnderstood { conclusion = decide(undecided, after: bytes, at: now, into: &events) }
    reports.age.know(period: progress.period)
    if !isReceiver, isUnderstood, progress.positionReports > 0 {
      proved(at: now, into: &events)
    }
    plan()
    return Outcome(
      conclusion: conclusion, hasChanged: reports.hasChanged || conclusion != nil,
      gatherEnd: gatherEnd(after: bytes, at: now))
  }

  /// Reads bytes, and returns what was read before the source is understood.
  ///
  /// Static, so that the reports can be changed while the interpreter is.
  private static func read(
    _ bytes: RawSpan, with interpreter: inout any Interpreter, for reports: inout ReportedState,
    at now: Duration, into events: inout [ReceiverEvent]
  ) -> [Interpretation] {
    var undecided: [Interpretation] = []
    interpreter.read(bytes, at: now) { interpretation in
      if reports.isUnderstood {
        reports.received(interpretation, at: now, into: &events)
      } else {
        undecided.append(interpretation)
      }
    }
    return undecided
  }

  /// Finds out what the source is, and takes what it has reported meanwhile.
  private mutating func decide(
    _ undecided: [Interpretation], after bytes: RawSpan, at now: Duration,
    into events: inout [ReceiverEvent]
  ) -> Conclusion? {
    let conclusion = isProgram ? nil : detect(bytes, at: now, into: &events)
    let wasUnderstood = isUnderstood
    for interpretation in undecided {
      reports.received(interpretation, at: now, into: &events)
    }
    return conclusion ?? (isUnderstood != wasUnderstood ? .understood(nil) : nil)
  }

  /// Advances to a time.
  mutating func elapse(to now: Duration, into events: inout [ReceiverEvent]) -> Outcome {
    reports.hasChanged = false
    let arrival = line.lastBytes ?? now
    Self.elapse(to: now, with: &interpreter, for: &reports, at: arrival, into: &events)
    progress = interpreter.progress
    reports.age.know(period: progress.period)
    if let fixDeadline, now >= fixDeadline {
      reports.lose(at: now, into: &events)
      state = .lost(satellitesInView: nil, since: now)
    }
    let verdict = isUnderstood ? nil : proof.elapse(to: now)
    let conclusion = verdict.flatMap { conclude($0, at: now, into: &events) } ?? silence(at: now)
    plan()
    return Outcome(
      conclusion: conclusion, hasChanged: reports.hasChanged || conclusion != nil)
  }

  private static func elapse(
    to now: Duration, with interpreter: inout any Interpreter, for reports: inout ReportedState,
    at arrival: Duration, into events: inout [ReceiverEvent]
  ) {
    interpreter.elapse(to: now) { reports.received($0, at: arrival, into: &events) }
  }

  /// Takes the end of the data: passes on what the interpreter still holds.
  mutating func finish(at now: Duration, into events: inout [ReceiverEvent]) {
    Self.finish(&interpreter, for: &reports, at: line.lastBytes ?? now, into: &events)
    progress = interpreter.progress
  }

  private static func finish(
    _ interpreter: inout any Interpreter, for reports: inout ReportedState, at arrival: Duration,
    into events: inout [ReceiverEvent]
  ) {
    interpreter.finish { reports.received($0, at: arrival, into: &events) }
  }

  /// Moves on to the next rate, because the driver does not support the present one.
  ///
  /// - Returns: what follows; `nil` if no rate is being looked for.
  mutating func refusedRate(
    at now: Duration, into events: inout [ReceiverEvent]
  ) -> Conclusion? {
    guard let verdict = proof.refusedRate(at: now) else { return nil }
    defer { plan() }
    return conclude(verdict, at: now, into: &events)
  }

  /// Reports the loss of the fix, if there was one.
  mutating func lose(at now: Duration, into events: inout [ReceiverEvent]) {
    reports.lose(at: now, into: &events)
  }

  /// Starts anew at another rate.
  mutating func changeRate(to rate: BaudRate) {
    line.rate = rate
    interpreter = kind.interpreter(options)
    progress = interpreter.progress
    proof.unproven = UnprovenBytes()
    plan()
  }

  /// When the last fix becomes too old.
  var fixDeadline: Duration? { reports.age.deadline }
  /// When the present rate has been tried long enough.
  var proofDeadline: Duration? { isUnderstood ? nil : proof.deadline }
  /// The protocol that is expected, for people.
  var protocolName: String { interpreter.protocolName }

  // MARK: Proof

  private var isSilent: Bool { if case .silent = state { true } else { false } }

  /// Checks whether the bytes make sense at this rate.
  private mutating func detect(
    _ bytes: RawSpan, at now: Duration, into events: inout [ReceiverEvent]
  ) -> Conclusion? {
    guard let verdict = proof.received(bytes, sentences: progress.sentences, at: now) else {
      return nil
    }
    return conclude(verdict, at: now, into: &events)
  }

  private mutating func conclude(
    _ verdict: ReceiverProof.Verdict, at now: Duration, into events: inout [ReceiverEvent]
  ) -> Conclusion? {
    switch verdict {
    case .gpsd: return .notAReceiver(.gpsd)
    case .understood: return understood(nil, at: now, into: &events)
    case .rate(.listening): return nil
    case .rate(.found(let rate)): return understood(rate, at: now, into: &events)
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
  private mutating func understood(
    _ rate: BaudRate?, at now: Duration, into events: inout [ReceiverEvent]
  ) -> Conclusion {
    reports.understoodAt = now
    state = .waitingForFix(satellitesInView: nil, since: now)
    if isEligible { releaseUnproven(into: &events) }
    return .understood(rate)
  }

  /// Records the first position.
  private mutating func proved(at now: Duration, into events: inout [ReceiverEvent]) {
    (proof.isReceiver, reports.hasChanged) = (true, true)
    releaseUnproven(into: &events)
    if case .notAReceiver = state {
      state = .waitingForFix(satellitesInView: reports.satellitesInView, since: now)
    }
  }

  /// Keeps bytes for listeners that take them, until they are known to come from a receiver.
  private mutating func keep(
    _ bytes: RawSpan, _ time: Int64, into events: inout [ReceiverEvent]
  ) {
    let received = ReceivedBytes(bytes: bytes.withUnsafeBytes { Array($0) }, time: time)
    if isEligible {
      reports.pass(.bytes(received), at: .zero, into: &events)
    } else {
      proof.unproven.add(received)
    }
  }

  private mutating func releaseUnproven(into events: inout [ReceiverEvent]) {
    for received in proof.unproven.pieces {
      reports.pass(.bytes(received), at: .zero, into: &events)
    }
    proof.unproven = UnprovenBytes()
  }
}
