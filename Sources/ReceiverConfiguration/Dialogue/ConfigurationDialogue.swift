// Core Location for Linux. SPDX-License-Identifier: MIT

package import SerialLine

/// The configuration of one receiver, from listening to it to verifying its output.
///
/// It is given the bytes that arrive and the time, and returns the actions to perform; it opens, reads and writes nothing.
/// If a change fails or cannot be verified, the changes are undone.
package struct ConfigurationDialogue: Sendable {
  package enum Action: Hashable, Sendable {
    case write(ReceiverCommand)
    case setRate(BaudRate)
    case show(String)
    /// The dialogue has ended, and the receiver does what was requested; a line about it.
    case done(String)
    case failed(ConfigurationFailure)
  }

  enum Phase: Sendable {
    case listening
    case exchanging(Purpose, CommandExchange)
    case settling(then: Check)
    case measuring(Check)
    case over
  }

  /// What a command is sent for.
  enum Purpose: Sendable {
    case identifying, asking, changing, storing, undoing
  }

  enum Check: Hashable, Sendable {
    case change(attempt: Int)
    case undone
  }

  let request: ConfigurationRequest
  let maker: ReceiverMaker?
  /// The current rate of the line; `nil` if it has none.
  var lineRate: BaudRate?
  /// Whether the keys for the USB port of the receiver are tried first.
  let prefersUSB: Bool

  /// The time of the present call.
  private(set) var now = Duration.zero
  var phase = Phase.listening
  var phaseEnd = Duration.zero
  var actions: [Action] = []

  /// What has been heard in this phase.
  var meter = OutputMeter()
  /// What is known about the receiver; `nil` before it has been listened to.
  var profile: ReceiverProfile?
  var questions: [ReceiverCommand] = []
  var plan: ConfigurationPlan?
  /// The position in the plan: the index of the step or storing command that is under way.
  var position = 0
  /// The steps that are still to be undone, the last first.
  var undoing: [ConfigurationPlan.Step] = []
  /// The undoing commands that were not acknowledged: only the output shows whether they took effect.
  var unacknowledged: [String] = []
  /// The settings that could not be restored.
  var notUndone: [String] = []
  /// Why the changes are undone.
  var cause: ConfigurationFailure.Cause?

  /// - Parameters:
  ///   - maker: the maker of the receiver; `nil` to find out.
  ///   - lineRate: the rate at which it was heard; `nil` if the port has none.
  ///   - prefersUSB: whether the port may be the receiver's own USB port.
  package init(
    _ request: ConfigurationRequest, maker: ReceiverMaker?, lineRate: BaudRate?, prefersUSB: Bool
  ) {
    (self.request, self.maker, self.lineRate) = (request, maker, lineRate)
    self.prefersUSB = prefersUSB
  }

  static let listeningTime = Duration.seconds(6)

  package mutating func start(at now: Duration) {
    self.now = now
    phaseEnd = now + Self.listeningTime
  }

  /// The time at which ``pass(at:)`` must be called; `nil` when the dialogue has ended.
  package var deadline: Duration? {
    switch phase {
    case .exchanging(_, let exchange): exchange.deadline
    case .listening, .settling, .measuring: phaseEnd
    case .over: nil
    }
  }

  package mutating func push(_ bytes: [UInt8], at now: Duration) -> [Action] {
    self.now = now
    if case .settling = phase { return pass(at: now) }
    for answer in meter.push(bytes, at: now) { step { $0.received(answer, at: now) } }
    switch phase {
    case .listening where meter.isEnough: identify()
    case .measuring(let check) where meter.isEnough: conclude(check)
    default: break
    }
    return pass(at: now)
  }

  /// Handles the passing of time, and returns the actions to perform.
  package mutating func pass(at now: Duration) -> [Action] {
    self.now = now
    if let deadline, now >= deadline { expire() }
    defer { actions = [] }
    return actions
  }

  /// Interrupts the configuration: undoes the changes, unless they are being stored or undone already.
  package mutating func interrupt(at now: Duration) -> [Action] {
    self.now = now
    switch phase {
    case .listening, .exchanging(.identifying, _), .exchanging(.asking, _):
      finish(ConfigurationFailure(.interrupted))
    case .exchanging(.changing, let exchange):
      breakOff(exchange)
      goBack(.interrupted, from: position + 1)
    case .settling(.change), .measuring(.change): goBack(.interrupted, from: position)
    case .exchanging(.storing, _): finish(ConfigurationFailure(.interrupted, .changed))
    case .exchanging(.undoing, _), .settling(.undone), .measuring(.undone):
      notUndone += unacknowledged + undoing.compactMap(\.undo?.meaning)
      finishUndoing()
    case .over: break
    }
    return pass(at: now)
  }

  /// Abandons an exchange: the receiver obeys what was written, so the line has to follow its rate.
  private mutating func breakOff(_ exchange: CommandExchange) {
    guard let rate = exchange.rateToFollow, rate != lineRate else { return }
    perform([.setRate(rate)])
  }

  // MARK: Events

  private mutating func expire() {
    switch phase {
    case .listening: identify()
    case .settling(let check): measure(check)
    case .measuring(let check): conclude(check)
    default: step { [now] in $0.wait(until: now) }
    }
  }

  /// Advances the exchange that is under way, and handles its result if it has ended.
  private mutating func step(_ body: (inout CommandExchange) -> [CommandExchange.Action]) {
    guard case .exchanging(let purpose, var exchange) = phase else { return }
    perform(body(&exchange))
    phase = .exchanging(purpose, exchange)
    guard let result = exchange.result else { return }
    switch purpose {
    case .identifying: identified(result)
    case .asking: asked(result)
    case .changing: changed(exchange, result)
    case .storing: stored(result)
    case .undoing: undone(exchange, result)
    }
  }

  // MARK: Actions

  mutating func begin(_ purpose: Purpose, _ command: ReceiverCommand) {
    var exchange = CommandExchange(
      command, lineRate: lineRate, period: profile?.output.period ?? meter.period ?? 1)
    perform(exchange.start(at: now))
    phase = .exchanging(purpose, exchange)
  }

  private mutating func perform(_ steps: [CommandExchange.Action]) {
    for step in steps {
      switch step {
      case .write(let command): actions.append(.write(command))
      case .setRate(let rate):
        lineRate = rate
        // The start of a sentence at the old rate must not be completed by bytes at the new one.
        meter = OutputMeter()
        actions.append(.setRate(rate))
      }
    }
  }

  mutating func finish(_ failure: ConfigurationFailure) {
    phase = .over
    actions.append(.failed(failure))
  }
}
