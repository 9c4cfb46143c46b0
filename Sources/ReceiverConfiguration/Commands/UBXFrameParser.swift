// Core Location for Linux. SPDX-License-Identifier: MIT

/// Finds the messages of u-blox's binary protocol in a stream of bytes, with any bytes between them.
package struct UBXFrameParser: Sendable {
  private var pending: [UInt8] = []

  /// The longest payload; a frame that announces a longer one is rejected.
  private static let longestPayload = 4096

  package init() {}

  /// Reads the next byte, and returns the message that it completes, if its checksum is right.
  package mutating func push(_ byte: UInt8) -> UBXFrame? {
    if pending.isEmpty, byte != 0xB5 { return nil }
    pending.append(byte)
    while !pending.isEmpty {
      switch check() {
      case .incomplete: return nil
      case .complete(let frame):
        pending.removeAll(keepingCapacity: true)
        return frame
      case .noFrame:
        // The rejected bytes may contain the start of a frame.
        pending = Array(pending.dropFirst().drop { $0 != 0xB5 })
      }
    }
    return nil
  }

  private enum Finding {
    case incomplete
    case complete(UBXFrame)
    case noFrame
  }

  private func check() -> Finding {
    guard pending.count > 1 else { return .incomplete }
    guard pending[1] == 0x62 else { return .noFrame }
    guard pending.count >= 6 else { return .incomplete }
    let length = Int(UInt16(littleEndianBytes: pending[4...5]))
    guard length <= Self.longestPayload else { return .noFrame }
    guard pending.count >= length + 8 else { return .incomplete }
    let end = 6 + length
    guard UBXFrame.checksum(of: pending[2..<end]) == Array(pending[end..<(end + 2)]) else {
      return .noFrame
    }
    return .complete(
      UBXFrame(UBXFrame.Kind(pending[2], pending[3]), Array(pending[6..<end])))
  }
}
