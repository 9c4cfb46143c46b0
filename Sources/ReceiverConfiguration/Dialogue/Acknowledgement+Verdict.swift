// Core Location for Linux. SPDX-License-Identifier: MIT

import UBX

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
