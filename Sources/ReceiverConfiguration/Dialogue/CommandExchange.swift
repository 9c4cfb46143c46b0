// Core Location for Linux. SPDX-License-Identifier: MIT

package import SerialLine
import UBX

/// The exchange of one command: written, waited for, and written once more if no answer arrives.
///
/// A command that changes the rate of the line has been accepted when something intact is heard at the new rate. If nothing
/// is, the line returns to the old rate to check whether the receiver is still there.
package struct CommandExchange: Sendable {
  package enum Action: Hashable, Sendable {
    case write(ReceiverCommand)
    case setRate(BaudRate)
  }

  package enum Result: Hashable, Sendable {
    case taken(ReceiverAnswer?)
    case refused
    case unanswered
    /// Nothing is heard at either rate.
    case lost(old: BaudRate, new: BaudRate)
  }

  private enum Phase: Hashable {
    case waiting
    case leaving
    /// Bytes that were under way when the rate changed are skipped.
    case flushing
    case listening(isNew: Bool)
  }

  package let command: ReceiverCommand
  /// The time at which ``wait(until:)`` must be called, even if nothing was heard.
  package private(set) var deadline: Duration
  package private(set) var result: Result?

  private let lineRate: BaudRate?
  private let patience: Duration
  private var attempts = 0
  /// An answer whose acknowledgement is still to come, so that it is not attributed to the next command.
  private var answer: ReceiverAnswer?
  private var phase = Phase.waiting

  /// - Parameters:
  ///   - lineRate: the current rate of the line; `nil` if it has none.
  ///   - period: seconds between epochs: a receiver may be silent for that long.
  package init(_ command: ReceiverCommand, lineRate: BaudRate?, period: Double) {
    (self.command, self.lineRate) = (command, lineRate)
    patience = .milliseconds(Int(min(max(1.5, 2.5 * period), 30) * 1000))
    deadline = .zero
  }

  /// The rate that the receiver changes to while the line has not followed yet; `nil` at all other times.
  package var rateToFollow: BaudRate? { phase == .leaving ? command.newRate : nil }

  private static let attempts = 2
  private static let flushingTime = Duration.milliseconds(200)

  package mutating func start(at now: Duration) -> [Action] {
    attempts += 1
    let changesRate = command.newRate.map { $0 != lineRate } ?? false
    if changesRate, let lineRate {
      let time = Double(command.bytes.count) / lineRate.bytesPerSecond + 0.15
      (phase, deadline) = (.leaving, now + .milliseconds(Int(time * 1000)))
    } else if command.acknowledgement == .none {
      // No acknowledgement follows, and receivers lose commands that arrive too fast.
      (phase, deadline) = (.leaving, now + .milliseconds(150))
    } else {
      (phase, deadline) = (.waiting, now + .milliseconds(1500))
    }
    return [.write(command)]
  }

  package mutating func received(_ answer: ReceiverAnswer, at now: Duration) -> [Action] {
    switch phase {
    case .waiting: judge(answer, at: now)
    case .listening(isNew: true): result = .taken(nil)
    case .listening(isNew: false): return startAgain(at: now)
    case .leaving, .flushing: break
    }
    return []
  }

  private mutating func judge(_ heard: ReceiverAnswer, at now: Duration) {
    if answer != nil, let kind = acknowledgedKind {
      let end = ReceiverCommand.Acknowledgement.ubx(kind)
      if end.verdict(on: heard) != nil { result = .taken(answer) }
      return
    }
    let verdict = command.acknowledgement.verdict(on: heard)
    if case .taken(let answer?) = verdict, acknowledgedKind != nil {
      self.answer = answer
      deadline = now + .milliseconds(300)
    } else {
      result = verdict
    }
  }

  /// The kind of a question that is answered and then also acknowledged, as those of class CFG are.
  private var acknowledgedKind: FrameKind? {
    guard case .ubxReply(let kind, _) = command.acknowledgement else { return nil }
    return kind.messageClass == 0x06 ? kind : nil
  }

  package mutating func wait(until now: Duration) -> [Action] {
    guard result == nil, now >= deadline else { return [] }
    switch phase {
    case .waiting:
      guard answer == nil else {
        result = .taken(answer)
        return []
      }
      return startAgain(at: now)
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

extension ReceiverCommand.Acknowledgement {
  /// Returns whether an answer of the receiver means that it has accepted the command, or has refused it; `nil` if
  /// neither.
  package func verdict(on answer: ReceiverAnswer) -> CommandExchange.Result? {
    switch (self, answer) {
    case (.ubx(let kind), .ubx(let frame)): return Self.verdict(on: kind, frame)
    case (.ubxReply(let kind, let start), .ubx(let frame)):
      if frame.kind == kind, frame.payload.starts(with: start) { return .taken(answer) }
      return Self.verdict(on: kind, frame) == .refused ? .refused : nil
    case (.pmtk(let number), .sentence(let text)):
      let fields = text.prefix { $0 != "*" }.split(separator: ",")
      guard fields.count >= 3, fields[0] == "$PMTK001", fields[1] == "\(number)" else { return nil }
      // 0 is an invalid command, 1 an unsupported one, 2 a failure.
      return fields[2] == "3" ? .taken(nil) : .refused
    case (.sentence(let address), .sentence(let text)):
      return text.hasPrefix("$\(address),") ? .taken(answer) : nil
    default: return nil
    }
  }

  /// Judges ACK-ACK and ACK-NAK, which contain the kind of the message that they answer.
  private static func verdict(on kind: FrameKind, _ frame: UBXFrame) -> CommandExchange.Result? {
    guard frame.payload == [kind.messageClass, kind.identifier] else { return nil }
    switch frame.kind {
    case .acknowledged: return .taken(nil)
    case .refused: return .refused
    default: return nil
    }
  }
}
