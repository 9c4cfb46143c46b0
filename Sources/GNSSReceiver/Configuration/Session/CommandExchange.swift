// Core Location for Linux. SPDX-License-Identifier: MIT

package import SerialLine

/// One command on its way: written, waited for, written once more if nothing comes.
///
/// A command that changes the rate of the line is taken when something intact is heard at the new one. If
/// nothing is, the line goes back to the old rate to see whether the receiver is still there.
package struct CommandExchange: Sendable {
  /// What the edge has to do.
  package enum Action: Hashable, Sendable {
    case write(ReceiverCommand)
    case setRate(BaudRate)
  }

  /// How it ended.
  package enum Result: Hashable, Sendable {
    case taken(ReceiverAnswer?)
    case refused
    case unanswered
    /// Neither rate brings anything.
    case lost(old: BaudRate, new: BaudRate)
  }

  private enum Phase: Hashable {
    case waiting
    /// The command is leaving the line.
    case leaving
    /// What was under way when the rate changed is let pass.
    case flushing
    case listening(isNew: Bool)
  }

  package let command: ReceiverCommand
  /// When something has to happen although nothing was heard.
  package private(set) var deadline: Duration
  /// `nil` as long as it goes on.
  package private(set) var result: Result?

  private let lineRate: BaudRate?
  private let patience: Duration
  private let watcher: AcknowledgementWatcher
  private var attempts = 0
  private var phase = Phase.waiting

  /// - Parameters:
  ///   - lineRate: the rate of the line now; `nil` if it has none.
  ///   - period: seconds between epochs, which a receiver may need to be heard.
  package init(_ command: ReceiverCommand, lineRate: BaudRate?, period: Double) {
    self.command = command
    self.lineRate = lineRate
    watcher = AcknowledgementWatcher(command.acknowledgement)
    patience = .milliseconds(Int(min(max(1.5, 2.5 * period), 30) * 1000))
    deadline = .zero
  }

  /// The rate that the receiver goes to while the line has not followed yet; `nil` at all other times.
  package var rateToFollow: BaudRate? { phase == .leaving ? command.newRate : nil }

  private static let attempts = 2
  private static let flushingTime = Duration.milliseconds(200)

  /// Writes it.
  package mutating func start(at now: Duration) -> [Action] {
    attempts += 1
    let changesRate = command.newRate.map { $0 != lineRate } ?? false
    if changesRate, let lineRate {
      let time = Double(command.bytes.count) / lineRate.bytesPerSecond + 0.15
      (phase, deadline) = (.leaving, now + .milliseconds(Int(time * 1000)))
    } else if command.acknowledgement == .none {
      // Nothing will tell; receivers lose what comes too fast.
      (phase, deadline) = (.leaving, now + .milliseconds(150))
    } else {
      (phase, deadline) = (.waiting, now + .milliseconds(1500))
    }
    return [.write(command)]
  }

  /// Takes something intact that was heard.
  package mutating func hear(_ answer: ReceiverAnswer, at now: Duration) -> [Action] {
    switch phase {
    case .waiting:
      switch watcher.verdict(on: answer) {
      case .taken(let answer): result = .taken(answer)
      case .refused: result = .refused
      case nil: break
      }
    case .listening(isNew: true): result = .taken(nil)
    case .listening(isNew: false): return startAgain(at: now)
    case .leaving, .flushing: break
    }
    return []
  }

  /// Notes that time has passed.
  package mutating func wait(until now: Duration) -> [Action] {
    guard result == nil, now >= deadline else { return [] }
    switch phase {
    case .waiting: return startAgain(at: now)
    case .leaving:
      guard let new = command.newRate, let old = lineRate, new != old else {
        result = .taken(nil)
        return []
      }
      (phase, deadline) = (.flushing, now + Self.flushingTime)
      return [.setRate(new)]
    case .flushing:
      (phase, deadline) = (.listening(isNew: true), now + patience)
      return []
    case .listening(isNew: true):
      guard let lineRate else { return [] }
      (phase, deadline) = (.listening(isNew: false), now + patience)
      return [.setRate(lineRate)]
    case .listening(isNew: false):
      if let old = lineRate, let new = command.newRate { result = .lost(old: old, new: new) }
      return []
    }
  }

  private mutating func startAgain(at now: Duration) -> [Action] {
    guard attempts < Self.attempts else {
      result = .unanswered
      return []
    }
    return start(at: now)
  }
}
