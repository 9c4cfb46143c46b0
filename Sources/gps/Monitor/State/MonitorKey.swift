// Core Location for Linux. SPDX-License-Identifier: MIT

enum MonitorKey: Hashable {
  case character(Character)
  /// A letter with Ctrl; Tab is Ctrl-I.
  case control(Character)
  case escape
  case up
  case down
  /// Other arrows, function keys, and anything other than ASCII.
  case other
}

/// Reads keys from the bytes that a terminal sends.
struct KeyReader {
  private enum State {
    case ground
    case escape
    /// Inside the sequence of an arrow or function key.
    case sequence
  }

  private var state = State.ground

  /// A trailing escape is the Escape key: terminals send a sequence in one piece.
  mutating func keys(in bytes: some Sequence<UInt8>) -> [MonitorKey] {
    var keys: [MonitorKey] = []
    for byte in bytes { if let key = received(byte) { keys.append(key) } }
    if case .escape = state {
      keys.append(.escape)
      state = .ground
    }
    return keys
  }

  private mutating func received(_ byte: UInt8) -> MonitorKey? {
    switch (state, byte) {
    case (.escape, UInt8(ascii: "[")), (.escape, UInt8(ascii: "O")):
      state = .sequence
      return nil
    case (.escape, _):
      state = .ground
      return .other
    case (.sequence, 0x40...0x7E):
      state = .ground
      switch byte {
      case UInt8(ascii: "A"): return .up
      case UInt8(ascii: "B"): return .down
      default: return .other
      }
    case (.sequence, 0x20...0x3F): return nil
    case (_, 0x1B):
      state = .escape
      return nil
    default:
      state = .ground
      switch byte {
      case 0x01...0x1A: return .control(Character(Unicode.Scalar(byte + 0x60)))
      case 0x20...0x7E: return .character(Character(Unicode.Scalar(byte)))
      default: return .other
      }
    }
  }
}
