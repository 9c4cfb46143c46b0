// Core Location for Linux. SPDX-License-Identifier: MIT

import ReceiverConfiguration
import SerialLine
import TestSupport

/// A receiver at a port and a dialogue with it, in simulated time.
struct SimulatedPort {
  var receiver: FakeReceiver
  var dialogue: ConfigurationDialogue
  /// The lines shown to the user.
  private(set) var shown: [String] = []
  private(set) var written: [ReceiverCommand] = []
  private(set) var result: ConfigurationDialogue.Action?
  private(set) var now = Duration.seconds(1000)
  private var rate: Int
  private var nextBurst = Duration.seconds(1000)

  init(
    _ receiver: FakeReceiver, maker: ReceiverMaker? = nil, prefersUSB: Bool = false,
    _ change: (inout ConfigurationRequest) -> Void
  ) {
    self.receiver = receiver
    rate = receiver.baudRate
    var request = ConfigurationRequest()
    change(&request)
    dialogue = ConfigurationDialogue(
      request, maker: maker, lineRate: BaudRate(rawValue: UInt32(rate)), prefersUSB: prefersUSB)
  }

  /// Lets time pass until the dialogue is over or a condition holds, for at most five minutes.
  mutating func run(until isReached: (SimulatedPort) -> Bool = { _ in false }) {
    if now == .seconds(1000) { dialogue.start(at: now) }
    while let deadline = dialogue.deadline, now < .seconds(1300), !isReached(self) {
      if nextBurst <= deadline {
        now = max(now, nextBurst)
        nextBurst += .milliseconds(receiver.period)
        arrive(receiver.burst())
      } else {
        now = max(now, deadline)
        perform(dialogue.pass(at: now))
      }
    }
  }

  /// Lets time pass, then passes on bytes in place of the receiver's.
  mutating func run(bytes: [UInt8], for time: Duration) {
    if now == .seconds(1000) { dialogue.start(at: now) }
    now += time
    perform(dialogue.pass(at: now))
    perform(dialogue.push(bytes, at: now))
  }

  mutating func interrupt() { perform(dialogue.interrupt(at: now)) }

  /// Passes on bytes, which arrive intact only at the right rate.
  private mutating func arrive(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let isRight = rate == receiver.baudRate
    perform(dialogue.push(isRight ? bytes : bytes.map { $0 | 0x80 }, at: now))
  }

  private mutating func perform(_ actions: [ConfigurationDialogue.Action]) {
    for action in actions {
      switch action {
      case .write(let command):
        written.append(command)
        guard rate == receiver.baudRate else { break }
        let answer = receiver.receive(command.bytes)
        now += .milliseconds(20)
        arrive(answer)
      case .setRate(let new): rate = Int(new.rawValue)
      case .show(let line): shown.append(line)
      case .done, .failed: result = action
      }
    }
  }

  /// The present line rate.
  var lineRate: Int { rate }

  var failure: ConfigurationFailure? {
    if case .failed(let failure)? = result { failure } else { nil }
  }

  var summary: String? { if case .done(let summary)? = result { summary } else { nil } }
}

extension FakeReceiver {
  /// The burst that it would send next.
  var copyOfBurst: [UInt8] {
    var copy = self
    return copy.burst()
  }
}
